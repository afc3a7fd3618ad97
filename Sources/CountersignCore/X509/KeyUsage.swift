/// The key usage extension's bits (RFC 5280 §4.2.1.3), bit 0 of the BIT STRING first.
///
/// A set of bits, but no `OptionSet`: that one is made from arrays, and the core has none.
public struct KeyUsage: Equatable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static var digitalSignature: KeyUsage { KeyUsage(rawValue: 1 << 0) }
    public static var contentCommitment: KeyUsage { KeyUsage(rawValue: 1 << 1) }
    public static var keyEncipherment: KeyUsage { KeyUsage(rawValue: 1 << 2) }
    public static var dataEncipherment: KeyUsage { KeyUsage(rawValue: 1 << 3) }
    public static var keyAgreement: KeyUsage { KeyUsage(rawValue: 1 << 4) }
    public static var keyCertSign: KeyUsage { KeyUsage(rawValue: 1 << 5) }
    public static var crlSign: KeyUsage { KeyUsage(rawValue: 1 << 6) }
    public static var encipherOnly: KeyUsage { KeyUsage(rawValue: 1 << 7) }
    public static var decipherOnly: KeyUsage { KeyUsage(rawValue: 1 << 8) }

    /// All of these bits are set.
    public func contains(_ bits: KeyUsage) -> Bool { rawValue & bits.rawValue == bits.rawValue }

    /// At least one of these bits is set.
    public func containsAny(of bits: KeyUsage) -> Bool { rawValue & bits.rawValue != 0 }

    public func union(_ bits: KeyUsage) -> KeyUsage { KeyUsage(rawValue: rawValue | bits.rawValue) }

    /// The contents of the extension.
    init(_ reader: consuming DERReader) throws(DERError) {
        let (octets, _) = try reader.bitString()
        try reader.finish()
        var bits: UInt16 = 0
        for index in 0..<min(Int(octets.count) * 8, 9) {
            let octet = reader.bytes[Int(octets.start) + index / 8]
            if octet & (0x80 >> UInt8(index % 8)) != 0 { bits |= 1 << UInt16(index) }
        }
        rawValue = bits
    }
}
