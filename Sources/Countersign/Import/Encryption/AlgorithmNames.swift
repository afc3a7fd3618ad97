extension ObjectID {
    static let pbkdf2 = pkcs(5, 12)
    static let pbes2 = pkcs(5, 13)
    static let pbmac1 = pkcs(5, 14)

    private static let aes: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01]
    static let aes128CBC = ObjectID(aes + [2])
    static let aes192CBC = ObjectID(aes + [22])
    static let aes256CBC = ObjectID(aes + [42])
    static let rc2CBC = rsadsi(3, 2)
    static let desEDE3CBC = rsadsi(3, 7)
    static let desCBC = ObjectID([0x2B, 0x0E, 0x03, 0x02, 0x07])

    /// `1.2.840.113549` and the arcs below: digests are 2, ciphers 3.
    static func rsadsi(_ arcs: UInt8...) -> ObjectID {
        ObjectID([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D] + arcs)
    }

    static func pkcsDigest(_ arc: UInt8) -> ObjectID { rsadsi(2, arc) }

    /// Below the hashes of NIST.
    static func nistHash(_ arc: UInt8) -> ObjectID {
        ObjectID([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, arc])
    }
}

/// The hash of an AlgorithmIdentifier's object identifier; unsupported by name otherwise.
func hashAlgorithm(_ algorithm: ObjectID) throws(ImportError) -> HashAlgorithm {
    switch algorithm {
    case .pkcsDigest(5): return .md5
    case ObjectID([0x2B, 0x0E, 0x03, 0x02, 0x1A]): return .sha1
    case .nistHash(4): return .sha224
    case .nistHash(1): return .sha256
    case .nistHash(2): return .sha384
    case .nistHash(3): return .sha512
    default: throw ImportError(.unsupportedAlgorithm, "hash \(algorithmName(algorithm))")
    }
}

func hashName(_ hash: HashAlgorithm) -> String {
    switch hash {
    case .md5: "MD5"
    case .sha1: "SHA-1"
    case .sha224: "SHA-224"
    case .sha256: "SHA-256"
    case .sha384: "SHA-384"
    case .sha512: "SHA-512"
    }
}

/// What people call an algorithm that isn't implemented, with its number; the number alone when nobody here knows it.
func algorithmName(_ algorithm: ObjectID) -> String {
    let dotted = algorithm.dotted
    for known in knownNames where sameBytes(known.dotted, dotted) { return "\(known.name) (\(dotted))" }
    if algorithm.octets.starts(with: [0x2A, 0x85, 0x03]) { return "GOST (\(dotted))" }
    return dotted
}

private struct KnownName {
    let dotted: String
    let name: StaticString
}

private let knownNames: [KnownName] = [
    KnownName(dotted: "1.2.840.113549.1.5.1", name: "pbeWithMD2AndDES-CBC"),
    KnownName(dotted: "1.2.840.113549.1.5.4", name: "pbeWithMD2AndRC2-CBC"),
    KnownName(dotted: "1.2.840.113549.1.5.14", name: "PBMAC1"),
    KnownName(dotted: "1.2.840.113549.2.2", name: "MD2"),
    KnownName(dotted: "1.2.840.113549.2.4", name: "MD4"),
    KnownName(dotted: "1.2.840.113549.2.12", name: "HMAC-SHA-512/224"),
    KnownName(dotted: "1.2.840.113549.2.13", name: "HMAC-SHA-512/256"),
    KnownName(dotted: "1.2.840.113549.3.4", name: "RC4"),
    KnownName(dotted: "1.2.840.113549.3.9", name: "RC5-CBC-Pad"),
    KnownName(dotted: "1.2.392.200011.61.1.1.1.2", name: "Camellia-128-CBC"),
    KnownName(dotted: "1.2.392.200011.61.1.1.1.3", name: "Camellia-192-CBC"),
    KnownName(dotted: "1.2.392.200011.61.1.1.1.4", name: "Camellia-256-CBC"),
    KnownName(dotted: "1.2.410.200004.1.4", name: "SEED-CBC"),
    KnownName(dotted: "1.2.410.200004.1.15", name: "pbeWithSHA1AndSEED-CBC"),
    KnownName(dotted: "1.3.6.1.4.1.11591.4.11", name: "scrypt"),
    KnownName(dotted: "1.3.6.1.4.1.188.7.1.1.2", name: "IDEA-CBC"),
    KnownName(dotted: "1.3.101.110", name: "X25519"),
    KnownName(dotted: "1.3.101.111", name: "X448"),
    KnownName(dotted: "1.3.101.112", name: "Ed25519"),
    KnownName(dotted: "1.3.101.113", name: "Ed448"),
    KnownName(dotted: "1.3.36.3.2.1", name: "RIPEMD-160"),
    KnownName(dotted: "2.16.840.1.101.3.4.1.6", name: "AES-128-GCM"),
    KnownName(dotted: "2.16.840.1.101.3.4.1.26", name: "AES-192-GCM"),
    KnownName(dotted: "2.16.840.1.101.3.4.1.46", name: "AES-256-GCM"),
    KnownName(dotted: "2.16.840.1.101.3.4.2.5", name: "SHA-512/224"),
    KnownName(dotted: "2.16.840.1.101.3.4.2.6", name: "SHA-512/256"),
    KnownName(dotted: "2.16.840.1.101.3.4.2.7", name: "SHA3-224"),
    KnownName(dotted: "2.16.840.1.101.3.4.2.8", name: "SHA3-256"),
    KnownName(dotted: "2.16.840.1.101.3.4.2.9", name: "SHA3-384"),
    KnownName(dotted: "2.16.840.1.101.3.4.2.10", name: "SHA3-512"),
]
