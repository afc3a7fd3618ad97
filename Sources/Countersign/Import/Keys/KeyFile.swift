/// Finds a private key in a file.
enum KeyFile {
    static func read(_ file: Span<UInt8>, _ unlocker: inout Unlocker) throws(ImportError) -> KeyMaterial {
        PEMScanner.finds(in: file) ? try read(pem: file, &unlocker) : try read(der: file, &unlocker)
    }

    /// A DER file.
    static func read(der: Span<UInt8>, _ unlocker: inout Unlocker) throws(ImportError) -> KeyMaterial {
        switch KeyForm.sniff(der) {
        case nil: throw ImportError(.noPrivateKey, "the file holds no private key in a known form")
        case .encryptedPKCS8: return try decryptPKCS8(der, &unlocker)
        default: return try KeyMaterial(der)
        }
    }

    /// A PEM file's first private key.
    static func read(pem: Span<UInt8>, _ unlocker: inout Unlocker) throws(ImportError) -> KeyMaterial {
        var scanner = PEMScanner(pem, strictness: .standard)
        while let block = try scanner.next() {
            let label = asciiString(pem.extracting(block.label))
            if sameBytes(label, "OPENSSH PRIVATE KEY") {
                throw ImportError(.unsupportedAlgorithm, "OpenSSH's own key format", at: block.start)
            }
            guard label.utf8.count >= 11, label.utf8.suffix(11).elementsEqual("PRIVATE KEY".utf8) else { continue }
            let contents = try block.decode(pem, strictness: .standard)
            let headers = block.headers(in: pem)
            if let info = headers.first(where: { sameBytes($0.name, "DEK-Info") }) {
                return try decryptTraditional(contents.span, info.value, &unlocker)
            }
            return try read(der: contents.span, &unlocker)
        }
        throw ImportError(.noPrivateKey, "the PEM file holds no private key")
    }

    /// EncryptedPrivateKeyInfo (RFC 5208 §6).
    static func decryptPKCS8(_ der: Span<UInt8>, _ unlocker: inout Unlocker) throws(ImportError) -> KeyMaterial {
        var outer = BERReader(der)
        var fields = try outer.sequence("EncryptedPrivateKeyInfo")
        let scheme = try PasswordEncryption(&fields)
        let ciphertext = try fields.octetString("encryptedData")
        let plaintext = try unlocker.decrypt(ciphertext.span, scheme, "private key") { plaintext in
            KeyForm.sniff(plaintext.span) == .pkcs8
        }
        return try KeyMaterial(plaintext.span)
    }

    /// OpenSSL's traditional form: `DEK-Info: AES-128-CBC,` and the IV in hex, whose first 8 octets are the salt.
    private static func decryptTraditional(
        _ ciphertext: Span<UInt8>, _ info: String, _ unlocker: inout Unlocker
    ) throws(ImportError) -> KeyMaterial {
        let parts = info.utf8.split(separator: UInt8(ascii: ","), maxSplits: 1)
        guard parts.count == 2, let iv = hexDecoded(parts[1]) else {
            throw ImportError(.malformed, "DEK-Info without algorithm and IV")
        }
        let ciphers: [(name: String, cipher: BlockCipher, keyCount: Int)] = [
            ("AES-128-CBC", .aes, 16), ("AES-192-CBC", .aes, 24), ("AES-256-CBC", .aes, 32),
            ("DES-EDE3-CBC", .tripleDES, 24), ("DES-CBC", .des, 8),
        ]
        for known in ciphers where known.name.utf8.elementsEqual(parts[0]) {
            guard iv.count == known.cipher.blockSize else {
                throw ImportError(.malformed, "DEK-Info: the IV has \(iv.count) bytes")
            }
            let scheme = PasswordEncryption(
                name: known.name, derivation: .traditional, cipher: .block(known.cipher), keyCount: known.keyCount,
                salt: [UInt8](iv.prefix(8)), iterations: 1, iv: iv)
            let plaintext = try unlocker.decrypt(ciphertext, scheme, "private key") { KeyForm.sniff($0.span) != nil }
            return try KeyMaterial(plaintext.span)
        }
        throw ImportError(.unsupportedAlgorithm, "DEK-Info: \(asciiString([UInt8](parts[0]).span))")
    }

    private static func hexDecoded(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x41...0x46: digit = character - 0x41 + 10
            case 0x61...0x66: digit = character - 0x61 + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }
}
