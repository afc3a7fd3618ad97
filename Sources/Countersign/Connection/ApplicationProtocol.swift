/// A protocol that is negotiated inside TLS (ALPN, RFC 7301): 1 to 255 bytes.
public struct ApplicationProtocol: Hashable, Sendable {
    /// The name's bytes, as they are sent.
    public let bytes: [UInt8]

    /// Nil when the name is empty or has more than 255 bytes.
    public init?(_ name: String) {
        bytes = Array(name.utf8)
        guard !bytes.isEmpty, bytes.count <= 255 else { return nil }
    }

    private init(known bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// "http/1.1"
    public static let http11 = ApplicationProtocol(known: [0x68, 0x74, 0x74, 0x70, 0x2F, 0x31, 0x2E, 0x31])

    /// "h2"
    public static let http2 = ApplicationProtocol(known: [0x68, 0x32])

    /// "mqtt"
    public static let mqtt = ApplicationProtocol(known: [0x6D, 0x71, 0x74, 0x74])
}
