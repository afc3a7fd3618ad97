import Countersign

/// What several verbs say of certificates and verdicts, in the same words.
extension JSONWriter {
    mutating func certificate(_ certificate: CertificateSummary?, _ key: String? = nil) {
        guard let certificate else { return null(key) }
        object(key) { writer in
            writer.string("subject", certificate.subject)
            writer.string("issuer", certificate.issuer)
            writer.string("serialNumber", certificate.serialNumber)
            writer.string("notBefore", certificate.notBefore.text)
            writer.string("notAfter", certificate.notAfter.text)
            writer.strings("names", certificate.names)
            writer.string("key", certificate.key)
            writer.string("signatureAlgorithm", certificate.signatureAlgorithm)
            writer.bool("authority", certificate.isAuthority)
            writer.string("pin", certificate.pin)
            writer.string("sha256", certificate.fingerprint)
        }
    }

    mutating func strings(_ key: String, _ values: [String]) {
        array(key) { writer in
            for value in values { writer.string(nil, value) }
        }
    }

    /// The path that was accepted; empty without one.
    mutating func path(_ path: CertificationPath?) {
        array("path") { writer in
            guard let path else { return }
            for step in 0..<path.count {
                guard let entry = path[step] else { continue }
                writer.object { writer in
                    writer.index("certificate", entry.position.chainIndex)
                    writer.bool("anchor", entry.position == .anchor)
                    writer.string("pin", entry.pin)
                }
            }
        }
    }

    mutating func index(_ key: String, _ index: Int?) {
        if let index { integer(key, Int64(index)) } else { null(key) }
    }
}
