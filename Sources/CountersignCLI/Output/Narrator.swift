import Countersign

/// Tells on standard error what happens while it happens.
struct Narrator {
    let style: Style
    private var challenges = 0

    init(style: Style) {
        self.style = style
    }

    private func tell(_ text: String) {
        Stream.error.line(text)
    }

    func begins(with target: String) {
        tell(style.faint("connecting to " + target + " with mbedTLS " + LibraryVersion.text))
    }

    mutating func presentsCertificates(_ count: Int) {
        challenges += 1
        tell(
            style.strong("challenge " + String(challenges) + ": server trust") + ", "
                + (count == 1 ? "1 certificate" : String(count) + " certificates"))
    }

    mutating func asksForCertificate(_ space: borrowing ProtectionSpace) {
        challenges += 1
        var line = style.strong("challenge " + String(challenges) + ": client certificate")
        let names = space.distinguishedNames
        if names.isEmpty { line += ", from any issuer" }
        tell(line)
        for index in 0..<names.count { tell("  acceptable issuer: " + Narrator.text(of: names[index])) }
    }

    static func text(of der: Span<UInt8>) -> String {
        do throws(DERError) { return try DistinguishedName(der).text } catch { return "(a name that cannot be read)" }
    }

    func trusts(_ result: TrustResult) {
        let how = result == .proceed ? "proceed (an exception)" : "trusted"
        tell("  evaluated: " + style.good(how))
        tell("  answer: use the credential of this trust")
    }

    func refuses(_ reason: String) {
        tell("  evaluated: " + style.bad("refused") + ": " + reason)
        tell("  answer: cancel")
    }

    func acceptsAnything() {
        tell(
            style.bad(
                "  answer: use the credential of this trust WITHOUT EVALUATING IT (--dangerously-accept-any-server)"))
    }

    func answers(_ disposition: Disposition, _ hasIdentity: Bool = false) {
        let answer =
            switch disposition {
            case .useCredential(nil): "use no credential: go on without a certificate"
            case .useCredential: "use a credential"
            case .performDefaultHandling:
                hasIdentity ? "default handling: send the certificate" : "default handling: there is none to send"
            case .cancelAuthenticationChallenge: "cancel"
            case .rejectProtectionSpace: "reject"
            }
        tell("  answer: " + answer)
    }

    func ends(with report: borrowing ProbeReport) {
        if let pins = report.record.handshake.serverTrust?.pins { tell("  pins: " + Narrator.text(of: pins)) }
        if report.record.handshake.isResumed {
            tell("resumed: no challenge, what was decided before still holds")
        } else if let reason = report.sessionRefusal {
            tell("not resumed: " + reason)
        }
        if let problem = report.record.sessionFileProblem { tell(style.bad("no session kept: ") + problem.text) }
        if let failure = report.failure {
            if let alert = failure.alertSent { tell(style.faint("sent the alert " + alert.text)) }
            tell(style.bad("failed: ") + failure.text)
            let native = failure.nativeText
            if !native.isEmpty, failure.trust == nil, failure.code != .cancelled {
                tell(style.faint("mbedTLS: " + native))
            }
        } else {
            tell(style.good("established") + " in " + Narrator.milliseconds(report.record.times.total))
        }
    }

    static func text(of pins: PinVerdict) -> String {
        switch pins.outcome {
        case .notPinned: return "none for this host"
        case .expired: return "expired, so they do not bind any more"
        case .matched: return "certificate " + String(pins.matchedCertificate ?? 0) + " of the path has one"
        case .reported: return "no certificate of the path has one, which is only reported"
        case .mismatched: return "no certificate of the path has one"
        case .unverified: return "there is no verified path to compare them with"
        }
    }

    static func milliseconds(_ nanoseconds: Int64) -> String {
        let microseconds = nanoseconds / 1_000
        let rest = String(microseconds % 1_000)
        return String(microseconds / 1_000) + "." + String(repeating: "0", count: 3 - rest.utf8.count) + rest + " ms"
    }
}
