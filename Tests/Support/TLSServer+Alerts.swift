extension TLSServer {
    /// An alert as `openssl s_server -msg` names it: `fatal`, `bad_certificate`.
    public struct Alert: Hashable, Sendable, CustomStringConvertible {
        public let level: String
        public let name: String

        public init(level: String, name: String) {
            (self.level, self.name) = (level, name)
        }

        public static func fatal(_ name: String) -> Self { Self(level: "fatal", name: name) }
        public static func warning(_ name: String) -> Self { Self(level: "warning", name: name) }

        public var description: String { "\(level) \(name)" }
    }

    /// The alerts that an openssl server has received so far, in order.
    public var alertsReceived: [Alert] { Self.alerts(in: process.output.text, after: "<<<") }

    /// The alerts that an openssl server has sent so far, in order.
    public var alertsSent: [Alert] { Self.alerts(in: process.output.text, after: ">>>") }

    /// The handshake messages that an openssl server has received so far: `ClientHello`, `Certificate`, `Finished`.
    public var messagesReceived: [String] {
        process.output.text.matches(of: /(?m)^<<< [^,\n]*, Handshake \[length [0-9a-f]+\], (\w+)/).map { String($0.1) }
    }

    /// The bytes of the handshake messages of a name that an openssl server has received so far.
    public func messagesReceived(named name: String) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var isWanted = false
        for line in process.output.text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    ") {
                if isWanted, let last = messages.indices.last {
                    messages[last] += line.split(separator: " ").compactMap { UInt8($0, radix: 16) }
                }
                continue
            }
            isWanted = line.hasPrefix("<<< ") && line.hasSuffix(", \(name)")
            if isWanted { messages.append([]) }
        }
        return messages
    }

    /// Waits for the first alert that an openssl server receives.
    public func waitForAlert(within limit: Duration = .seconds(10)) throws -> Alert {
        try process.output.wait(for: "alert from the client", within: limit) {
            Self.alerts(in: $0, after: "<<<").first
        }
    }

    private static func alerts(in text: String, after mark: Substring) -> [Alert] {
        text.matches(of: /(?m)^(<<<|>>>) [^,\n]*, Alert \[length 0002\], (\w+) (\w+)/).filter { $0.1 == mark }
            .map { Alert(level: String($0.2), name: String($0.3)) }
    }
}
