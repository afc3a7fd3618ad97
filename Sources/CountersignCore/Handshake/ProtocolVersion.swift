/// A version of TLS, as on the wire.
public struct ProtocolVersion: RawRepresentable, Comparable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let tls12 = ProtocolVersion(rawValue: 0x0303)
    public static let tls13 = ProtocolVersion(rawValue: 0x0304)

    public static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool {
        left.rawValue < right.rawValue
    }

    /// "TLS 1.2", and for what is neither 1.2 nor 1.3, "unknown".
    public var name: StaticString {
        switch rawValue {
        case 0x0303: "TLS 1.2"
        case 0x0304: "TLS 1.3"
        default: "unknown"
        }
    }
}
