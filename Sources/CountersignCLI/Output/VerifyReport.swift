import Countersign

/// A verdict on a chain.
struct VerifyReport {
    /// What the chain is called: its file.
    let name: String
    private(set) var path: CertificationPath?
    private(set) var error: TrustError?
    private(set) var result = TrustResult.invalid
    private var reason = ""
    /// Every check that failed, in words.
    private var findings: [String] = []
    private var certificates: [CertificateSummary?] = []

    init(name: String) {
        self.name = name
    }

    mutating func judge(_ trust: inout ServerTrust) {
        for index in 0..<trust.certificateChain.count {
            if let certificate = trust.certificate(at: index) {
                certificates.append(CertificateSummary(certificate))
            } else {
                certificates.append(nil)
            }
        }
        do throws(TrustError) {
            path = try trust.evaluate()
        } catch {
            self.error = error
            reason = error.text(trust)
        }
        result = trust.result
        for index in 0..<trust.findings.count {
            if let finding = trust.findings[index] { findings.append(finding.text(trust)) }
        }
    }

    private var verdict: String {
        error == nil ? name + " is trusted" : name + " is not trusted: " + reason
    }

    func text(_ style: Style) -> String {
        var text = (error == nil ? style.good(verdict) : style.bad(verdict)) + "\n"
        if let advice = error?.advice { text += "  what to do: " + advice + "\n" }
        for finding in findings where finding != reason { text += "  also: " + finding + "\n" }
        guard let path else { return text }
        for step in 0..<path.count {
            guard let entry = path[step] else { continue }
            if let index = entry.position.chainIndex, let certificate = certificates[index] {
                text += "\n" + style.strong("certificate " + String(index)) + "\n" + ProbeReport.describe(certificate)
            } else {
                text += "\n" + style.strong("anchor") + "\n  pin       " + entry.pin + "\n"
            }
        }
        return text
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.integer("version", 1)
            writer.string("name", name)
            writer.bool("trusted", error == nil)
            writer.integer("trustResult", Int64(result.rawValue))
            writer.string("verdict", verdict)
            writer.string("check", orNull: error?.code.name)
            writer.index("certificate", error?.certificate.chainIndex)
            writer.string("advice", orNull: error?.advice)
            writer.strings("findings", findings)
            writer.array("certificates") { writer in
                for certificate in certificates { writer.certificate(certificate) }
            }
            writer.path(path)
        }
    }
}
