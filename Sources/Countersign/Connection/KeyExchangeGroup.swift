/// A key exchange's group by IANA's number (RFC 8446 §4.2.7).
public struct KeyExchangeGroup: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// IANA's name, or "none" and "unknown".
    public var name: String {
        switch rawValue {
        case 0: "none"
        case 23: "secp256r1"
        case 24: "secp384r1"
        case 25: "secp521r1"
        case 26: "brainpoolP256r1"
        case 27: "brainpoolP384r1"
        case 28: "brainpoolP512r1"
        case 29: "x25519"
        case 30: "x448"
        default: "unknown"
        }
    }
}
