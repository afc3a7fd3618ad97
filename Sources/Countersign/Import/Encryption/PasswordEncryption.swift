/// A password-based encryption scheme with its parameters, as an AlgorithmIdentifier gives them: PBES1 in PKCS #12's
/// (RFC 7292 appendix C) and PKCS #5's spelling, and PBES2 (RFC 8018 §6).
struct PasswordEncryption {
    /// How key and IV come from the passphrase.
    enum Derivation {
        /// RFC 7292 appendix B.2; the IV is derived too.
        case pkcs12(HashAlgorithm)
        /// PBKDF1 (RFC 8018 §5.1) gives 16 octets: the key, then the IV.
        case pbkdf1(HashAlgorithm)
        /// PBKDF2; the IV stands in the parameters.
        case pbkdf2(HashAlgorithm)
        /// OpenSSL's for traditional PEM: MD5 over what came before, passphrase and salt; the IV stands in the header.
        case traditional
    }

    enum Cipher: Equatable {
        case block(BlockCipher)
        case rc2(effectiveBits: Int)
        case rc4

        var ivCount: Int {
            switch self {
            case .block(let cipher): cipher.blockSize
            case .rc2: 8
            case .rc4: 0
            }
        }
    }

    let name: String
    let derivation: Derivation
    let cipher: Cipher
    let keyCount: Int
    let salt: [UInt8]
    let iterations: UInt64
    /// Empty when it is derived.
    let iv: [UInt8]

    /// Blocks of hash output that key and IV take, for the work budget.
    var blocks: UInt64 {
        func blocks(_ count: Int, _ hash: HashAlgorithm) -> Int { (count + hash.digestSize - 1) / hash.digestSize }
        switch derivation {
        case .pkcs12(let hash): return UInt64(blocks(keyCount, hash) + blocks(cipher.ivCount, hash))
        case .pbkdf2(let hash): return UInt64(blocks(keyCount, hash))
        case .pbkdf1, .traditional: return 1
        }
    }

    /// Deciphers with a passphrase in octets. Nil when the padding says that it is the wrong one. Throws `malformed`
    /// when the ciphertext's length is impossible, `unsupportedAlgorithm` when the library lacks a part. The caller has
    /// spent the work.
    func decrypt(_ ciphertext: Span<UInt8>, passphrase: Span<UInt8>) throws(ImportError) -> SecretBytes? {
        let block = cipher == .rc4 ? 1 : cipher.ivCount
        guard !ciphertext.isEmpty, ciphertext.count % block == 0 else {
            throw ImportError(.malformed, "\(name): \(ciphertext.count) bytes aren't whole blocks")
        }
        var plaintext = SecretBytes(count: ciphertext.count)
        guard plaintext.count == ciphertext.count else {
            throw ImportError(.malformed, "\(name): no memory for \(ciphertext.count) bytes")
        }
        let material = try deriveMaterial(passphrase)
        let derived = material.span
        let key = derived.extracting(0..<keyCount)
        var output = plaintext.mutableSpan
        let isDone: Bool
        if iv.isEmpty {
            isDone = run(key: key, iv: derived.extracting(keyCount..<derived.count), ciphertext, &output)
        } else {
            isDone = run(key: key, iv: iv.span, ciphertext, &output)
        }
        guard isDone else { throw unsupported }
        guard block > 1 else { return plaintext }
        guard let padding = Self.paddingCount(plaintext.span, block: block) else { return nil }
        plaintext.truncate(to: ciphertext.count - padding)
        return plaintext
    }

    /// RFC 8018 §6.1.1 step 4: one to block-size octets, each telling how many there are. Nil when they aren't.
    private static func paddingCount(_ text: Span<UInt8>, block: Int) -> Int? {
        let padding = Int(text[text.count - 1])
        guard (1...block).contains(padding), padding <= text.count else { return nil }
        for index in text.count - padding..<text.count where Int(text[index]) != padding { return nil }
        return padding
    }

    var unsupported: ImportError {
        ImportError(.unsupportedAlgorithm, "\(name): this mbedTLS lacks a part of it")
    }

    private func run(
        key: Span<UInt8>, iv: Span<UInt8>, _ input: Span<UInt8>, _ output: inout MutableSpan<UInt8>
    ) -> Bool {
        switch cipher {
        case .block(let cipher):
            return runCBC(cipher, encrypt: false, key: key, iv: iv, input: input, output: &output)
        case .rc4:
            return RC4.run(key: key, input: input, output: &output)
        case .rc2(let effectiveBits):
            guard var schedule = RC2(key: key, effectiveBits: effectiveBits) else { return false }
            defer { schedule.erase() }
            return schedule.decryptCBC(iv: iv, input: input, output: &output)
        }
    }
}
