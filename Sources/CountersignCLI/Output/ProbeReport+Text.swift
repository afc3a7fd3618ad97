import Countersign

extension ProbeReport {
    /// The report for people.
    func text(_ style: Style) -> String {
        var text = (failure == nil && isTrusted ? style.good(verdict) : style.bad(verdict)) + "\n"
        if let advice = failure?.trust?.advice { text += "  what to do: " + advice + "\n" }
        text += negotiated + challenges + pins
        for index in certificates.indices {
            text += "\n" + style.strong("certificate " + String(index)) + place(index) + "\n"
            guard let certificate = certificates[index] else {
                text += "  cannot be read\n"
                continue
            }
            text += ProbeReport.describe(certificate)
        }
        return text
    }

    private var negotiated: String {
        guard let version = record.handshake.version else { return "" }
        var line = "  " + version.name.description
        if record.handshake.cipherSuite != 0 {
            line += ", " + CipherSuite(rawValue: record.handshake.cipherSuite).name
        }
        if record.handshake.group != 0 { line += ", " + KeyExchangeGroup(rawValue: record.handshake.group).name }
        if let applicationProtocol { line += ", ALPN " + applicationProtocol }
        if record.handshake.isResumed { line += ", resumed" }
        if record.isRetriedWithTLS12 { line += ", after a second attempt with TLS 1.2 alone" }
        return line + "\n"
    }

    private var challenges: String {
        guard let asked = record.handshake.clientCertificate else { return "" }
        return "  client certificate: asked for, " + (asked.isIdentitySent ? "sent" : "not sent") + "\n"
    }

    private var pins: String {
        guard let verdict = record.handshake.serverTrust?.pins else { return "" }
        var line = "  pins: " + verdict.outcome.name
        if let index = verdict.matchedCertificate { line += " by certificate " + String(index) + " of the path" }
        if let pinReport { line += ", declared for " + pinReport.pattern }
        return line + "\n"
    }

    /// Where the path that was accepted has this certificate.
    private func place(_ index: Int) -> String {
        guard let path else { return "" }
        for step in 0..<path.count where path[step]?.position.chainIndex == index {
            return step == 0 ? " (the server's own)" : " (on the path)"
        }
        return " (not on the path)"
    }

    static func describe(_ certificate: CertificateSummary) -> String {
        var text = "  subject   " + certificate.subject + "\n"
        text += "  issuer    " + certificate.issuer + "\n"
        text += "  valid     " + certificate.notBefore.text + " to " + certificate.notAfter.text + "\n"
        if !certificate.names.isEmpty { text += "  names     " + certificate.names.joined(separator: ", ") + "\n" }
        text += "  key       " + certificate.key + (certificate.isAuthority ? ", an authority's" : "") + "\n"
        text += "  signed    " + certificate.signatureAlgorithm + "\n"
        return text + "  pin       " + certificate.pin + "\n"
    }
}
