extension PasswordEncryption {
    /// The scheme of a protection, with new salt and IV. Throws `systemFailure` without random numbers.
    init(_ protection: PKCS12Protection) throws(MintingError) {
        iterations = UInt64(protection.iterations)
        if protection.isLegacy {
            name = "pbeWithSHAAnd3-KeyTripleDES-CBC"
            (derivation, cipher, keyCount) = (.pkcs12(.sha1), .block(.tripleDES), 24)
            salt = try randomOctets(8)
            iv = []
        } else {
            name = "PBES2"
            (derivation, cipher, keyCount) = (.pbkdf2(.sha256), .block(.aes), 32)
            salt = try randomOctets(16)
            iv = try randomOctets(16)
        }
    }

    /// Enciphers, with the padding of RFC 8018 §6.1.1. Throws `unsupportedKey` when the library lacks the cipher.
    func encrypt(_ plaintext: Span<UInt8>, _ passphrase: Passphrase) throws(MintingError) -> [UInt8] {
        var encoding = PassphraseEncoding.utf8
        if case .pkcs12 = derivation { encoding = .bmpString }
        guard let octets = passphrase.encoded(as: encoding), case .block(let block) = cipher else { throw failure }
        let padding = block.blockSize - plaintext.count % block.blockSize
        var padded = SecretBytes(count: plaintext.count + padding)
        guard padded.count == plaintext.count + padding else { throw failure }
        var input = padded.mutableSpan
        for index in plaintext.indices { input[index] = plaintext[index] }
        for index in plaintext.count..<input.count { input[index] = UInt8(padding) }
        let material: SecretBytes
        do throws(ImportError) { material = try deriveMaterial(octets.span) } catch { throw failure }
        var ciphertext = [UInt8](repeating: 0, count: padded.count)
        var output = ciphertext.mutableSpan
        let derived = material.span
        let key = derived.extracting(0..<keyCount)
        let vector = iv.isEmpty ? derived.extracting(keyCount..<derived.count) : iv.span
        guard runCBC(block, encrypt: true, key: key, iv: vector, input: padded.span, output: &output) else {
            throw failure
        }
        return ciphertext
    }

    private var failure: MintingError { MintingError(.systemFailure, name + ": no memory, or this mbedTLS lacks it") }

    /// The AlgorithmIdentifier: RFC 8018 appendix A.4 or RFC 7292 appendix C.
    func writeIdentifier(_ writer: inout DERWriter) {
        writer.wrap(.sequence) { writer in
            writer.wrap(.sequence) { writer in
                guard !iv.isEmpty else {
                    writer.integer(iterations)
                    writer.element(.octetString, salt)
                    return
                }
                writer.wrap(.sequence) { writer in
                    writer.element(.octetString, iv)
                    writer.element(.objectIdentifier, ObjectID.aes256CBC.octets)
                }
                writer.wrap(.sequence) { writer in
                    writer.wrap(.sequence) { writer in
                        writer.algorithm(.pkcsDigest(9), hasNull: true)
                        writer.integer(iterations)
                        writer.element(.octetString, salt)
                    }
                    writer.element(.objectIdentifier, ObjectID.pbkdf2.octets)
                }
            }
            writer.element(.objectIdentifier, iv.isEmpty ? ObjectID.pkcs(12, 1, 3).octets : ObjectID.pbes2.octets)
        }
    }
}
