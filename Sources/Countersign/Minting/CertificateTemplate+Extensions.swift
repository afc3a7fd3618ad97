extension CertificateTemplate {
    /// The extensions, the last one first.
    func writeExtensions(_ writer: inout DERWriter, _ issuance: Issuance, _ key: PublicKeyFields) {
        if let identifier = issuance.authorityKeyID {
            extend(&writer, 35) { $0.wrap(.sequence) { $0.element(.contextPrimitive(0), identifier) } }
        }
        extend(&writer, 14) { $0.element(.octetString, CertificateTemplate.keyIdentifier(key)) }
        if !subjectAlternativeNames.isEmpty {
            // RFC 5280 §4.2.1.6: critical where there is no subject.
            extend(&writer, 17, isCritical: commonName == nil && organization == nil) { writer in
                writer.wrap(.sequence) { writer in
                    for name in subjectAlternativeNames.reversed() { writer.element(name.tag, name.contents) }
                }
            }
        }
        if !extendedKeyUsages.isEmpty {
            extend(&writer, 37) { writer in
                writer.wrap(.sequence) { writer in
                    for usage in extendedKeyUsages.reversed() {
                        writer.element(.objectIdentifier, usage.identifier.octets)
                    }
                }
            }
        }
        extend(&writer, 15, isCritical: true) { $0.element(.bitString, keyUsage(of: key)) }
        extend(&writer, 19, isCritical: true) { writer in
            writer.wrap(.sequence) { writer in
                guard isAuthority else { return }
                if let pathLength { writer.integer(UInt64(pathLength)) }
                writer.element(BERTag(0x01), [0xFF])
            }
        }
    }

    /// Below `id-ce`.
    private func extend(
        _ writer: inout DERWriter, _ arc: UInt8, isCritical: Bool = false, _ value: (inout DERWriter) -> Void
    ) {
        writer.wrap(.sequence) { writer in
            writer.wrap(.octetString, value)
            if isCritical { writer.element(BERTag(0x01), [0xFF]) }
            writer.element(.objectIdentifier, [0x55, 0x1D, arc])
        }
    }

    /// The BIT STRING's contents (RFC 5280 §4.2.1.3): an authority signs certificates and CRLs; others sign handshakes,
    /// and an RSA server's key also takes part in the key exchange of old suites.
    private func keyUsage(of key: PublicKeyFields) -> [UInt8] {
        if isAuthority { return [1, 0x06] }
        let isServer = extendedKeyUsages.isEmpty || extendedKeyUsages.contains(.serverAuth)
        return key.algorithm == .rsaEncryption && isServer ? [5, 0xA0] : [7, 0x80]
    }

    /// The leftmost 160 bits of SHA-256 of the key's bits (RFC 7093 §2 method 1).
    static func keyIdentifier(_ key: PublicKeyFields) -> [UInt8] {
        let digest = sha256(key.key.span.extracting(droppingFirst: 1))
        return (0..<20).map { digest[$0] }
    }
}
