/// A certificate's signature algorithm (RFC 5280 §4.1.1.2): its identifier, and the scheme if this library has it.
public struct SignatureAlgorithm: Equatable, Sendable {
    public let identifier: ObjectIdentifier
    /// Nil for an algorithm that is unknown here, such as Ed25519, or whose parameters are not what its RFC says.
    public let scheme: SignatureScheme?

    /// Nothing read yet.
    init() {
        identifier = ObjectIdentifier(0, count: 0)
        scheme = nil
    }

    /// An AlgorithmIdentifier.
    package init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.enter(DERTag.sequence)
        identifier = try fields.objectIdentifier()
        if identifier == .pkcs1(10) {
            scheme = try SignatureAlgorithm.probabilistic(&fields)
        } else if let hash = SignatureAlgorithm.rsaHash(identifier) {
            // RFC 4055 §5: NULL, and implementations must accept their absence.
            scheme = try SignatureAlgorithm.hasNoParameters(&fields, allowsNull: true) ? .rsaPKCS1(hash) : nil
        } else if let hash = SignatureAlgorithm.ecdsaHash(identifier) {
            // RFC 5758 §3.2: the parameters must be absent.
            scheme = try SignatureAlgorithm.hasNoParameters(&fields, allowsNull: false) ? .ecdsa(hash) : nil
        } else {
            scheme = nil
            if !fields.isAtEnd { _ = try fields.next() }
        }
        try fields.finish()
    }

    private static func hasNoParameters(_ fields: inout DERReader, allowsNull: Bool) throws(DERError) -> Bool {
        if fields.isAtEnd { return true }
        let parameters = try fields.next()
        return allowsNull && parameters.tag == DERTag.null && parameters.count == 0
    }

    private static func rsaHash(_ identifier: ObjectIdentifier) -> HashAlgorithm? {
        switch identifier {
        case .pkcs1(4): .md5
        case .pkcs1(5): .sha1
        case .pkcs1(11): .sha256
        case .pkcs1(12): .sha384
        case .pkcs1(13): .sha512
        case .pkcs1(14): .sha224
        default: nil
        }
    }

    private static func ecdsaHash(_ identifier: ObjectIdentifier) -> HashAlgorithm? {
        switch identifier {
        case .ecdsaWithSHA1: .sha1
        case .ecdsaWithSHA2(1): .sha224
        case .ecdsaWithSHA2(2): .sha256
        case .ecdsaWithSHA2(3): .sha384
        case .ecdsaWithSHA2(4): .sha512
        default: nil
        }
    }

    /// RSASSA-PSS-params, RFC 4055 §3.1. Every field has a default; trailerField must be 1.
    static func probabilistic(_ fields: inout DERReader) throws(DERError) -> SignatureScheme? {
        guard !fields.isAtEnd else { return nil }
        var parameters = try fields.enter(DERTag.sequence)
        var hash: HashAlgorithm? = .sha1
        var mask: HashAlgorithm? = .sha1
        var salt = 20
        if let element = try parameters.optional(DERTag.constructed(0)) {
            var inner = parameters.inside(element)
            hash = try hashAlgorithm(&inner)
            try inner.finish()
        }
        if let element = try parameters.optional(DERTag.constructed(1)) {
            var outer = parameters.inside(element)
            var generation = try outer.enter(DERTag.sequence)
            let isMGF1 = try generation.objectIdentifier() == .mgf1
            mask = isMGF1 ? try hashAlgorithm(&generation) : nil
            try outer.finish()
        }
        if let element = try parameters.optional(DERTag.constructed(2)) {
            var inner = parameters.inside(element)
            salt = Int(try inner.count())
            try inner.finish()
        }
        if let element = try parameters.optional(DERTag.constructed(3)) {
            var inner = parameters.inside(element)
            guard try inner.count() == 1 else { return nil }
        }
        try parameters.finish()
        guard let hash, let mask, salt <= 512 else { return nil }
        return .rsaPSS(hash, mgf1: mask, saltLength: Int32(salt))
    }

    /// A hash's AlgorithmIdentifier.
    package static func hashAlgorithm(_ reader: inout DERReader) throws(DERError) -> HashAlgorithm? {
        var fields = try reader.enter(DERTag.sequence)
        let identifier = try fields.objectIdentifier()
        guard try hasNoParameters(&fields, allowsNull: true) else { return nil }
        switch identifier {
        case .md5: return .md5
        case .sha1: return .sha1
        case .sha2(1): return .sha256
        case .sha2(2): return .sha384
        case .sha2(3): return .sha512
        case .sha2(4): return .sha224
        default: return nil
        }
    }
}

extension SignatureScheme {
    /// The hash over the message.
    public var hash: HashAlgorithm {
        switch self {
        case .rsaPKCS1(let hash), .rsaPSS(let hash, _, _), .ecdsa(let hash): hash
        }
    }
}
