/// PBKDF2-params (RFC 8018 appendix A.2).
struct PBKDF2Parameters {
    let salt: [UInt8]
    let iterations: UInt64
    /// Nil when the file leaves it to the cipher.
    let keyCount: Int?
    let hash: HashAlgorithm

    /// Reads the AlgorithmIdentifier of a key derivation function; any other than PBKDF2 is unsupported, by name.
    init(_ reader: inout BERReader) throws(ImportError) {
        var identifier = try reader.sequence("keyDerivationFunc")
        let function = try identifier.objectIdentifier("keyDerivationFunc")
        guard function == .pbkdf2 else {
            throw ImportError(.unsupportedAlgorithm, "key derivation \(algorithmName(function))")
        }
        var parameters = try identifier.sequence("PBKDF2-params")
        guard parameters.nextTag != .sequence else {
            throw ImportError(.unsupportedAlgorithm, "PBKDF2 with a salt from another source")
        }
        salt = try parameters.octetString("salt").copied()
        iterations = try positive(&parameters, "iterationCount")
        if parameters.nextTag == .integer {
            let start = parameters.position
            let length = try parameters.unsigned("keyLength")
            // No cipher or MAC here takes more than 128 bytes; the key of a MAC may be as long as its block.
            guard (1...128).contains(length) else {
                throw ImportError(.malformed, "PBKDF2: a keyLength of \(length)", at: start)
            }
            keyCount = Int(length)
        } else {
            keyCount = nil
        }
        guard !parameters.isAtEnd else {
            hash = .sha1
            return
        }
        var pseudoRandom = try parameters.sequence("prf")
        hash = try hmacHash(try pseudoRandom.objectIdentifier("prf"))
    }
}

/// The hash of an HMAC used as pseudo-random function or MAC (RFC 8018 appendices B.1 and B.3).
func hmacHash(_ algorithm: ObjectID) throws(ImportError) -> HashAlgorithm {
    switch algorithm {
    case .pkcsDigest(6): return .md5
    case .pkcsDigest(7): return .sha1
    case .pkcsDigest(8): return .sha224
    case .pkcsDigest(9): return .sha256
    case .pkcsDigest(10): return .sha384
    case .pkcsDigest(11): return .sha512
    default: throw ImportError(.unsupportedAlgorithm, "HMAC \(algorithmName(algorithm))")
    }
}

/// A count that must be at least one.
func positive(_ reader: inout BERReader, _ what: StaticString) throws(ImportError) -> UInt64 {
    let start = reader.position
    let value = try reader.unsigned(what)
    guard value > 0 else { throw ImportError(.malformed, "\(what) is zero", at: start) }
    return value
}
