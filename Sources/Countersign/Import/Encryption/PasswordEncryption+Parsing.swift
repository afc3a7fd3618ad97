extension PasswordEncryption {
    /// Reads an AlgorithmIdentifier. Throws `unsupportedAlgorithm` with the name, or at least the number, of what isn't
    /// implemented, and `malformed`.
    init(_ reader: inout BERReader) throws(ImportError) {
        var identifier = try reader.sequence("encryption algorithm")
        let algorithm = try identifier.objectIdentifier("encryption algorithm")
        if algorithm == .pbes2 {
            self = try Self.pbes2(&identifier)
            return
        }
        guard let scheme = Self.pbes1(algorithm) else {
            throw ImportError(.unsupportedAlgorithm, algorithmName(algorithm))
        }
        var parameters = try identifier.sequence(scheme.name)
        name = "\(scheme.name)"
        derivation = scheme.derivation
        cipher = scheme.cipher
        keyCount = scheme.keyCount
        salt = try parameters.octetString("salt").copied()
        iterations = try positive(&parameters, "iterations")
        iv = []
    }

    private struct Scheme {
        let name: StaticString
        let derivation: Derivation
        let cipher: Cipher
        let keyCount: Int
    }

    /// RFC 7292 appendix C and RFC 8018 appendix A.3.
    private static func pbes1(_ algorithm: ObjectID) -> Scheme? {
        if algorithm.isBelowPKCS([12, 1]), algorithm.octets.count == 10 {
            func scheme(_ name: StaticString, _ cipher: Cipher, _ keyCount: Int) -> Scheme {
                Scheme(name: name, derivation: .pkcs12(.sha1), cipher: cipher, keyCount: keyCount)
            }
            switch algorithm.octets[9] {
            case 1: return scheme("pbeWithSHAAnd128BitRC4", .rc4, 16)
            case 2: return scheme("pbeWithSHAAnd40BitRC4", .rc4, 5)
            case 3: return scheme("pbeWithSHAAnd3-KeyTripleDES-CBC", .block(.tripleDES), 24)
            case 4: return scheme("pbeWithSHAAnd2-KeyTripleDES-CBC", .block(.tripleDES), 16)
            case 5: return scheme("pbeWithSHAAnd128BitRC2-CBC", .rc2(effectiveBits: 128), 16)
            case 6: return scheme("pbeWithSHAAnd40BitRC2-CBC", .rc2(effectiveBits: 40), 5)
            default: return nil
            }
        }
        if algorithm.isBelowPKCS([5]), algorithm.octets.count == 9 {
            func scheme(_ name: StaticString, _ hash: HashAlgorithm, _ cipher: Cipher) -> Scheme {
                Scheme(name: name, derivation: .pbkdf1(hash), cipher: cipher, keyCount: 8)
            }
            switch algorithm.octets[8] {
            case 3: return scheme("pbeWithMD5AndDES-CBC", .md5, .block(.des))
            case 6: return scheme("pbeWithMD5AndRC2-CBC", .md5, .rc2(effectiveBits: 64))
            case 10: return scheme("pbeWithSHA1AndDES-CBC", .sha1, .block(.des))
            case 11: return scheme("pbeWithSHA1AndRC2-CBC", .sha1, .rc2(effectiveBits: 64))
            default: return nil
            }
        }
        return nil
    }

    /// PBES2-params (RFC 8018 appendix A.4).
    private static func pbes2(_ identifier: inout BERReader) throws(ImportError) -> PasswordEncryption {
        var parameters = try identifier.sequence("PBES2-params")
        let key = try PBKDF2Parameters(&parameters)
        var scheme = try parameters.sequence("encryptionScheme")
        let algorithm = try scheme.objectIdentifier("encryptionScheme")
        let (name, cipher, keyCount, iv) = try encryptionScheme(algorithm, &scheme, keyCount: key.keyCount)
        // §5.2: the length, when given, is that of the key.
        guard key.keyCount == nil || key.keyCount == keyCount else {
            throw ImportError(.malformed, "PBES2: keyLength isn't that of \(name)", at: scheme.position)
        }
        guard iv.count == cipher.ivCount else {
            throw ImportError(.malformed, "PBES2: the IV has \(iv.count) bytes", at: scheme.position)
        }
        return PasswordEncryption(
            name: "PBES2 (PBKDF2 with HMAC-\(hashName(key.hash)), \(name))", derivation: .pbkdf2(key.hash),
            cipher: cipher, keyCount: keyCount, salt: key.salt, iterations: key.iterations, iv: iv)
    }

    /// RFC 8018 appendix B.2.
    private static func encryptionScheme(
        _ algorithm: ObjectID, _ scheme: inout BERReader, keyCount: Int?
    ) throws(ImportError) -> (name: String, cipher: Cipher, keyCount: Int, iv: [UInt8]) {
        switch algorithm {
        case .aes128CBC: return ("AES-128-CBC", .block(.aes), 16, try scheme.octetString("IV").copied())
        case .aes192CBC: return ("AES-192-CBC", .block(.aes), 24, try scheme.octetString("IV").copied())
        case .aes256CBC: return ("AES-256-CBC", .block(.aes), 32, try scheme.octetString("IV").copied())
        case .desEDE3CBC: return ("DES-EDE3-CBC", .block(.tripleDES), 24, try scheme.octetString("IV").copied())
        case .desCBC: return ("DES-CBC", .block(.des), 8, try scheme.octetString("IV").copied())
        case .rc2CBC:
            let (effectiveBits, iv) = try rc2Parameters(&scheme)
            let count = keyCount ?? (effectiveBits + 7) / 8
            guard (1...RC2.keyLimit).contains(count) else {
                throw ImportError(.malformed, "RC2: a key of \(count) bytes", at: scheme.position)
            }
            return ("RC2-CBC", .rc2(effectiveBits: effectiveBits), count, iv)
        default: throw ImportError(.unsupportedAlgorithm, "PBES2 with \(algorithmName(algorithm))")
        }
    }

    /// RC2-CBC-Parameter (RFC 8018 appendix B.2.3): the version encodes the effective key bits, 32 when it is absent.
    private static func rc2Parameters(
        _ scheme: inout BERReader
    ) throws(ImportError) -> (effectiveBits: Int, iv: [UInt8]) {
        guard scheme.nextTag == .sequence else { return (32, try scheme.octetString("IV").copied()) }
        var parameters = try scheme.sequence("RC2-CBC-Parameter")
        var effectiveBits = 32
        if parameters.nextTag == .integer {
            let start = parameters.position
            switch try parameters.unsigned("rc2ParameterVersion") {
            case 160: effectiveBits = 40
            case 120: effectiveBits = 64
            case 58: effectiveBits = 128
            case let version where (256...1024).contains(version): effectiveBits = Int(version)
            default: throw ImportError(.malformed, "RC2: an unknown rc2ParameterVersion", at: start)
            }
        }
        return (effectiveBits, try parameters.octetString("IV").copied())
    }
}
