import Countersign

/// How the tool answers challenges, from `--answer` and its kin.
struct Answers {
    let serverTrust: Disposition?
    let clientCertificate: Disposition
    /// Trusts whoever answers.
    let acceptsAnyServer: Bool

    /// What sessions are kept under; nil where the trust isn't evaluated, so that nothing is kept or resumed.
    var name: String? {
        guard serverTrust == nil, !acceptsAnyServer else { return nil }
        let client =
            switch clientCertificate {
            case .useCredential: "none"
            case .performDefaultHandling: "default"
            case .cancelAuthenticationChallenge: "cancel"
            case .rejectProtectionSpace: "reject"
            }
        return "countersign: evaluates; client certificate: " + client
    }

    init(_ arguments: Arguments) throws(UsageError) {
        acceptsAnyServer = arguments.has("--dangerously-accept-any-server")
        switch arguments.value("--answer") {
        case nil, "default": serverTrust = nil
        case "cancel": serverTrust = .cancelAuthenticationChallenge
        case "reject": serverTrust = .rejectProtectionSpace
        default: throw UsageError("'--answer' wants default, cancel or reject")
        }
        guard serverTrust == nil || !acceptsAnyServer else {
            throw UsageError("'--answer' contradicts '--dangerously-accept-any-server'")
        }
        switch arguments.value("--answer-client") {
        case nil, "default": clientCertificate = .performDefaultHandling
        case "none": clientCertificate = .useCredential(nil)
        case "cancel": clientCertificate = .cancelAuthenticationChallenge
        case "reject": clientCertificate = .rejectProtectionSpace
        default: throw UsageError("'--answer-client' wants default, none, cancel or reject")
        }
    }
}
