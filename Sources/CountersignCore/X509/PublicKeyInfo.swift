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
    /// The algorithm's identifier; for `ecOther` the curve's.
    public let identifier: ObjectIdentifier

    /// A whole SubjectPublicKeyInfo.
    package init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.enter(DERTag.sequence)
        var algorithmFields = try fields.enter(DERTag.sequence)
        let named = try algorithmFields.objectIdentifier()
        var identifier = named
        let key = try fields.octetAlignedBitString()
        try fields.finish()
        switch named {
        case .pkcs1(1), .pkcs1(10):
            algorithm = named == .pkcs1(1) ? .rsa : .rsaPSS
            // RFC 3279 §2.3.1: NULL for rsaEncryption.
            if !algorithmFields.isAtEnd {
                let parameters = try algorithmFields.next()
                guard parameters.tag == DERTag.null && parameters.count == 0 || named == .pkcs1(10) else {
                    throw DERError(.invalidValue, at: parameters.start)
                }
            }
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

    /// Whether signatures by such a key can be verified here at all.
    package var isSupported: Bool {
        switch algorithm {
        case .rsa, .rsaPSS, .ecP256, .ecP384, .ecP521, .ecOther: true
        case .unknown, .ed25519, .ed448: false
        }
    }
}
