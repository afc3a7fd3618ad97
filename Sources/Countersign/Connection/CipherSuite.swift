/// A cipher suite by IANA's number.
public struct CipherSuite: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// IANA's name, such as "TLS_AES_128_GCM_SHA256", or the number in hexadecimal where the library knows no name.
    public var name: String {
        let name = Library.cipherSuiteName(rawValue)
        guard !name.isEmpty else { return "0x" + String(rawValue, radix: 16) }
        // mbedTLS writes TLS-ECDHE-… and TLS1-3-…
        var text: [UInt8] = []
        for index in name.indices { text.append(name[index] == 0x2D ? 0x5F : name[index]) }
        let tls13: [UInt8] = [0x54, 0x4C, 0x53, 0x31, 0x5F, 0x33, 0x5F]
        if text.starts(with: tls13) { text.replaceSubrange(0..<tls13.count, with: [0x54, 0x4C, 0x53, 0x5F]) }
        return String(decoding: text, as: UTF8.self)
    }
}
