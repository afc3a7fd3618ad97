/// Writes a store: PFX around an AuthenticatedSafe of two parts, the certificates encrypted as a whole and the key in a
/// shrouded bag, with a MAC over both.
struct PKCS12Writer {
    let passphrase: Passphrase
    let friendlyName: String?
    let protection: PKCS12Protection
    let localKeyID: [UInt8]

    /// SHA-1 of the certificate, as OpenSSL has it; any value would do that both bags share.
    static func localKeyID(_ certificate: [UInt8]) -> [UInt8] {
        var digested = [UInt8](repeating: 0, count: 20)
        var output = digested.mutableSpan
        let count = digest(.sha1, of: certificate.span, into: &output)
        return count == 20 ? digested : [1]
    }

    func store(key: borrowing SecretBytes, _ certificates: [[UInt8]]) throws(MintingError) -> [UInt8] {
        let safe = try authenticatedSafe(key: key, certificates)
        let (salt, mac) = try mac(safe)
        let hash = protection.isLegacy ? ObjectID([0x2B, 0x0E, 0x03, 0x02, 0x1A]) : .nistHash(1)
        return try PKCS12Writer.written(capacity: safe.count + 256) { writer in
            writer.wrap(.sequence) { writer in
                writer.wrap(.sequence) { writer in
                    writer.integer(UInt64(protection.iterations))
                    writer.element(.octetString, salt)
                    writer.wrap(.sequence) { writer in
                        writer.element(.octetString, mac)
                        writer.algorithm(hash, hasNull: true)
                    }
                }
                PKCS12Writer.writeData(safe, to: &writer)
                writer.integer(3)
            }
        }
    }

    private func authenticatedSafe(
        key: borrowing SecretBytes, _ certificates: [[UInt8]]
    ) throws(MintingError) -> [UInt8] {
        let certificateScheme = try PasswordEncryption(protection)
        let keyScheme = try PasswordEncryption(protection)
        let bags = try certificateBags(certificates)
        let encryptedBags = try certificateScheme.encrypt(bags.span, passphrase)
        let encryptedKey = try keyScheme.encrypt(key.span, passphrase)
        let keyBags = try PKCS12Writer.written(capacity: encryptedKey.count + 1_024) { writer in
            writer.wrap(.sequence) { writer in
                writeBag(2, isOwn: true, to: &writer) { writer in
                    writer.wrap(.sequence) { writer in
                        writer.element(.octetString, encryptedKey)
                        keyScheme.writeIdentifier(&writer)
                    }
                }
            }
        }
        return try PKCS12Writer.written(capacity: keyBags.count + encryptedBags.count + 512) { writer in
            writer.wrap(.sequence) { writer in
                PKCS12Writer.writeData(keyBags, to: &writer)
                writer.wrap(.sequence) { writer in
                    writer.wrap(.context(0)) { writer in
                        writer.wrap(.sequence) { writer in
                            writer.wrap(.sequence) { writer in
                                writer.element(.contextPrimitive(0), encryptedBags)
                                certificateScheme.writeIdentifier(&writer)
                                writer.element(.objectIdentifier, ObjectID.cmsData.octets)
                            }
                            writer.integer(0)
                        }
                    }
                    writer.element(.objectIdentifier, ObjectID.cmsEncryptedData.octets)
                }
            }
        }
    }

    private func certificateBags(_ certificates: [[UInt8]]) throws(MintingError) -> [UInt8] {
        var capacity = 1_024
        for certificate in certificates { capacity += certificate.count + 128 }
        return try PKCS12Writer.written(capacity: capacity) { writer in
            writer.wrap(.sequence) { writer in
                for index in certificates.indices.reversed() {
                    writeBag(3, isOwn: index == 0, to: &writer) { writer in
                        writer.wrap(.sequence) { writer in
                            writer.wrap(.context(0)) { $0.element(.octetString, certificates[index]) }
                            writer.element(.objectIdentifier, ObjectID.pkcs(9, 22, 1).octets)
                        }
                    }
                }
            }
        }
    }

    /// SafeBag; the own ones have the attributes that join key and certificate.
    private func writeBag(
        _ arc: UInt8, isOwn: Bool, to writer: inout DERWriter, _ value: (inout DERWriter) -> Void
    ) {
        writer.wrap(.sequence) { writer in
            if isOwn {
                writer.wrap(.set) { writer in
                    for attribute in attributes.reversed() { writer.prepend(attribute) }
                }
            }
            writer.wrap(.context(0), value)
            writer.element(.objectIdentifier, ObjectID.pkcs(12, 10, 1, arc).octets)
        }
    }

    /// In DER's order of a SET OF (X.690 §11.6).
    private var attributes: [[UInt8]] {
        let key = PKCS12Writer.attribute(.localKeyID, .octetString, localKeyID)
        guard let friendlyName else { return [key] }
        let name = PKCS12Writer.attribute(.friendlyName, .bmpString, PKCS12Writer.utf16(friendlyName))
        return key.lexicographicallyPrecedes(name) ? [key, name] : [name, key]
    }

    private static func attribute(_ type: ObjectID, _ tag: BERTag, _ contents: [UInt8]) -> [UInt8] {
        var writer = DERWriter(capacity: contents.count + 64)
        writer.wrap(.sequence) { writer in
            writer.wrap(.set) { $0.element(tag, contents) }
            writer.element(.objectIdentifier, type.octets)
        }
        return writer.finish().copied()
    }

    private static func utf16(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in text.utf16 { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        return bytes
    }

    /// ContentInfo of type data.
    private static func writeData(_ contents: [UInt8], to writer: inout DERWriter) {
        writer.wrap(.sequence) { writer in
            writer.wrap(.context(0)) { $0.element(.octetString, contents) }
            writer.element(.objectIdentifier, ObjectID.cmsData.octets)
        }
    }

    /// The salt and the MAC (RFC 7292 appendix B.3 and B.4).
    private func mac(_ safe: [UInt8]) throws(MintingError) -> ([UInt8], [UInt8]) {
        let hash: HashAlgorithm = protection.isLegacy ? .sha1 : .sha256
        let salt = try randomOctets(protection.isLegacy ? 8 : 16)
        let failure = MintingError(.systemFailure, "the store's MAC can't be computed")
        guard let octets = passphrase.encoded(as: .bmpString) else { throw failure }
        let derived = PKCS12KeyDerivation.derive(
            .mac, count: hash.digestSize, hash: hash, passphrase: octets.span, salt: salt.span,
            iterations: UInt64(protection.iterations))
        guard let key = derived else { throw failure }
        var mac = [UInt8](repeating: 0, count: hash.digestSize)
        var output = mac.mutableSpan
        let count = hmac(hash, key: key.span, of: safe.span, into: &output)
        guard count == hash.digestSize else { throw failure }
        return (salt, mac)
    }

    private static func written(
        capacity: Int, _ contents: (inout DERWriter) -> Void
    ) throws(MintingError) -> [UInt8] {
        var writer = DERWriter(capacity: capacity)
        contents(&writer)
        let bytes = writer.finish()
        guard !bytes.isEmpty else { throw MintingError(.systemFailure, "no memory for the store") }
        return bytes.copied()
    }
}
