/// The declared pins: what binds a server, and what is told when it doesn't hold.
extension Connection {
    /// Nil when none are declared.
    var pins: PinBinding? {
        @_lifetime(borrow self)
        get {
            pinnedDomains.domains.isEmpty
                ? nil : PinBinding(pinnedDomains.view, identity: reference, host: pinnedHost)
        }
    }

    /// Keeps a report of a path that lacks its pins. The only thing in a handshake that allocates, and only then.
    mutating func note(_ verdict: PinVerdict, _ path: CertificationPath?) {
        switch verdict.outcome {
        case .notPinned, .expired, .matched: return
        case .reported, .mismatched, .unverified: break
        }
        guard let number = verdict.domain, number < pinnedDomains.domains.count else { return }
        let report = PinReport(
            host: String(decoding: host, as: UTF8.self), port: port, date: effectiveDate, verdict: verdict,
            domain: pinnedDomains.domains[number], path: path, certificates: path.map { certificates(of: $0) } ?? [])
        pinReport = report
        configuration.pinReporter?.report(report, at: effectiveDate)
    }

    private func certificates(of path: CertificationPath) -> [[UInt8]] {
        var certificates: [[UInt8]] = []
        let chain = tls.peerCertificates
        for index in 0..<path.count {
            guard let entry = path[index] else { continue }
            if let position = entry.position.chainIndex {
                let der = chain[position]
                certificates.append(der.indices.map { der[$0] })
            } else if let der = addedAnchors.certificate(fingerprint: entry.fingerprint)
                ?? defaultAnchors.certificate(fingerprint: entry.fingerprint)
            {
                certificates.append(der)
            }
        }
        return certificates
    }
}
