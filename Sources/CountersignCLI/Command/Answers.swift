import Countersign

/// How the tool answers challenges, from `--answer` and its kin.
struct Answers {
    let serverTrust: Disposition?
    let clientCertificate: Disposition
    /// Trusts whoever answers.
    let acceptsAnyServer: Bool

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
