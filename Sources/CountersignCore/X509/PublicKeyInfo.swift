/// What a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7) says about its key, without the key.
public struct PublicKeyInfo: Equatable, Sendable {
    public enum Algorithm: UInt8, Sendable {
        case unknown = 0
        case rsa = 1
        /// RSA, restricted to RSASSA-PSS (RFC 4055 §1.2).
        case rsaPSS = 2
        case ecP256 = 3
        case ecP384 = 4
        case ecP521 = 5
        /// An elliptic curve that has no name here.
        case ecOther = 6
        case ed25519 = 7
        case ed448 = 8
    }

    public let algorithm: Algorithm
    /// Of the modulus or of the curve; 0 when unknown.
    public let bits: UInt16
    /// With `rsaPSS`: what the key is restricted to, if it is (RFC 4055 §3.3).
    public let restriction: SignatureScheme?
    /// The algorithm's identifier; for `ecOther` the curve's.
    public let identifier: ObjectIdentifier

    /// Nothing read yet.
    init() {
        algorithm = .unknown
        bits = 0
        restriction = nil
        identifier = ObjectIdentifier(0, count: 0)
    }

    /// A whole SubjectPublicKeyInfo.
    package init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.enter(DERTag.sequence)
        var algorithmFields = try fields.enter(DERTag.sequence)
        let named = try algorithmFields.objectIdentifier()
        var identifier = named
        var restriction: SignatureScheme?
        let key = try fields.octetAlignedBitString()
        try fields.finish()
        switch named {
        case .pkcs1(1):
            algorithm = .rsa
            // RFC 3279 §2.3.1: the parameters are NULL; some leave them out.
            if !algorithmFields.isAtEnd {
                let parameters = try algorithmFields.next()
                guard parameters.tag == DERTag.null, parameters.count == 0 else {
                    throw DERError(.invalidValue, at: parameters.start)
                }
            }
            bits = try PublicKeyInfo.modulusBits(DERReader(fields.bytes, in: key))
        case .pkcs1(10):
            // RFC 4055 §3.3: no parameters, no restriction; others that mean nothing here permit nothing.
            let isRestricted = !algorithmFields.isAtEnd
            restriction = try SignatureAlgorithm.probabilistic(&algorithmFields)
            algorithm = isRestricted && restriction == nil ? .unknown : .rsaPSS
            bits = try PublicKeyInfo.modulusBits(DERReader(fields.bytes, in: key))
        case .ecPublicKey:
            // RFC 5480 §2.1.1: a named curve; the point must be one of its size (§2.2).
            guard algorithmFields.nextTag == DERTag.objectIdentifier else {
                algorithm = .ecOther
                bits = 0
                break
            }
            identifier = try algorithmFields.objectIdentifier()
            (algorithm, bits) = PublicKeyInfo.curve(identifier)
            let octets = (Int(bits) + 7) / 8
            if octets > 0 {
                let form = key.count > 0 ? fields.bytes[Int(key.start)] : 0
                let isWhole = form == 4 && Int(key.count) == 2 * octets + 1
                let isCompressed = (form == 2 || form == 3) && Int(key.count) == octets + 1
                guard isWhole || isCompressed else { throw DERError(.invalidValue, at: Int(key.start)) }
            }
        case .ed25519: (algorithm, bits) = (.ed25519, 256)
        case .ed448: (algorithm, bits) = (.ed448, 456)
        default: (algorithm, bits) = (.unknown, 0)
        }
        self.identifier = identifier
        self.restriction = restriction
    }

    private static func curve(_ identifier: ObjectIdentifier) -> (Algorithm, UInt16) {
        switch identifier {
        case .secp256r1: (.ecP256, 256)
        case .secp384r1: (.ecP384, 384)
        case .secp521r1: (.ecP521, 521)
        default: (.ecOther, 0)
        }
    }

    /// RSAPublicKey, RFC 8017 §A.1.1: two positive numbers, the exponent odd and above 1.
    private static func modulusBits(_ reader: consuming DERReader) throws(DERError) -> UInt16 {
        var key = try reader.enter(DERTag.sequence)
        try reader.finish()
        let modulus = try key.integer()
        let exponent = try key.integer()
        try key.finish()
        let first = key.bytes[modulus.content]
        guard first & 0x80 == 0, key.bytes[exponent.content] & 0x80 == 0,
            key.bytes[exponent.end - 1] & 1 == 1, exponent.count > 1 || key.bytes[exponent.content] > 1
        else { throw DERError(.invalidValue, at: modulus.start) }
        let octets = first == 0 ? modulus.count - 1 : modulus.count
        guard octets > 0 else { throw DERError(.invalidValue, at: modulus.start) }
        let top = key.bytes[modulus.end - octets]
        return UInt16(clamping: octets * 8 - top.leadingZeroBitCount)
    }

    /// The same RSA key in a SubjectPublicKeyInfo that says rsaEncryption, which is the only form that mbedTLS reads.
    ///
    /// Writes into `output` and returns how much; nil when it doesn't fit.
    package static func writeUnrestricted(_ publicKeyInfo: Span<UInt8>, into output: inout MutableSpan<UInt8>) -> Int? {
        var reader = DERReader(publicKeyInfo)
        guard var fields = try? reader.enter(DERTag.sequence), (try? fields.next(DERTag.sequence)) != nil,
            let key = try? fields.next(DERTag.bitString)
        else { return nil }
        // SEQUENCE { SEQUENCE { rsaEncryption, NULL }, BIT STRING }, both lengths in two octets.
        let algorithm: InlineArray<15, UInt8> = [
            0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
        let inner = 15 + key.end - key.start
        guard inner >= 256, inner + 4 <= output.count else { return nil }
        output[0] = 0x30
        output[1] = 0x82
        output[2] = UInt8(truncatingIfNeeded: inner >> 8)
        output[3] = UInt8(truncatingIfNeeded: inner)
        for index in 0..<15 { output[4 + index] = algorithm[index] }
        for index in key.start..<key.end { output[19 + index - key.start] = publicKeyInfo[index] }
        return inner + 4
    }

    /// Whether signatures by such a key can be verified here at all.
    package var isSupported: Bool {
        switch algorithm {
        case .rsa, .rsaPSS, .ecP256, .ecP384, .ecP521, .ecOther: true
        case .unknown, .ed25519, .ed448: false
        }
    }
}
