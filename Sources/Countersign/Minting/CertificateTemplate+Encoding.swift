extension CertificateTemplate {
    /// What the issuer adds to a certificate.
    struct Issuance {
        /// The issuer's Name in DER; nil when the subject is its own issuer.
        let issuer: [UInt8]?
        /// Of the issuer's key; nil when the subject is its own issuer, where RFC 5280 §4.2.1.1 lets it out.
        let authorityKeyID: [UInt8]?
        let serialNumber: [UInt8]
        /// AlgorithmIdentifier of the signature.
        let signatureAlgorithm: [UInt8]
    }

    /// TBSCertificate (RFC 5280 §4.1.2).
    func encoded(_ issuance: Issuance, publicKeyInfo: [UInt8]) throws(MintingError) -> [UInt8] {
        let key: PublicKeyFields
        do throws(ImportError) {
            key = try PublicKeyFields(publicKeyInfo)
            var outer = BERReader(publicKeyInfo.span)
            _ = try outer.next(.sequence, "SubjectPublicKeyInfo")
            guard outer.isAtEnd, key.key.count > 1 else {
                throw ImportError(.malformed, "the public key's bytes are not one SubjectPublicKeyInfo")
            }
        } catch {
            throw MintingError(error)
        }
        var names = 0
        for name in subjectAlternativeNames { names += name.contents.count + 8 }
        let issuerCount = issuance.issuer?.count ?? 600
        var writer = DERWriter(capacity: publicKeyInfo.count + names + issuerCount + 1_600)
        writer.wrap(.sequence) { writer in
            writer.wrap(.context(3)) { $0.wrap(.sequence) { writeExtensions(&$0, issuance, key) } }
            writer.prepend(publicKeyInfo)
            writeSubject(&writer)
            writer.wrap(.sequence) { writer in
                CertificateTemplate.write(notAfter, to: &writer)
                CertificateTemplate.write(notBefore, to: &writer)
            }
            if let issuer = issuance.issuer { writer.prepend(issuer) } else { writeSubject(&writer) }
            writer.prepend(issuance.signatureAlgorithm)
            writer.element(.integer, issuance.serialNumber)
            writer.wrap(.context(0)) { $0.integer(2) }
        }
        let der = writer.finish()
        guard !der.isEmpty else { throw MintingError(.systemFailure, "no memory for the certificate") }
        return der.copied()
    }

    /// Name: the organization, then the common name, in UTF-8 (RFC 5280 §4.1.2.4).
    func writeSubject(_ writer: inout DERWriter) {
        writer.wrap(.sequence) { writer in
            if let commonName { CertificateTemplate.write(commonName, as: 3, to: &writer) }
            if let organization { CertificateTemplate.write(organization, as: 10, to: &writer) }
        }
    }

    private static func write(_ name: String, as attribute: UInt8, to writer: inout DERWriter) {
        writer.wrap(.set) { writer in
            writer.wrap(.sequence) { writer in
                writer.element(.utf8String, Array(name.utf8))
                writer.element(.objectIdentifier, [0x55, 0x04, attribute])
            }
        }
    }

    /// UTCTime until 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5).
    static func write(_ time: UnixTime, to writer: inout DERWriter) {
        let (year, month, day, hour, minute, second) = time.components
        var digits: [UInt8] = []
        func put(_ number: Int) { digits += [0x30 + UInt8(number / 10 % 10), 0x30 + UInt8(number % 10)] }
        let isShort = (1950...2049).contains(year)
        if !isShort { put(year / 100) }
        for number in [year % 100, month, day, hour, minute, second] { put(number) }
        writer.element(isShort ? BERTag(0x17) : BERTag(0x18), digits + [0x5A])
    }
}
