/// A TCP server on 127.0.0.1 that misbehaves in one chosen way, without any TLS of its own.
///
/// It ends with the last reference, with `stop()`, and at the end of its lifetime, whichever is first. For faults in the
/// middle of a real handshake put a `Relay` before a `TLSServer`.
public final class HostileServer: Sendable {
    /// What it does with each connection. When `run` returns, the connection is closed.
    public struct Behaviour: Sendable, CustomStringConvertible {
        /// Its name, which test cases show.
        public let description: String
        let run: @Sendable (Wire) throws -> Void

        public init(_ name: String, _ run: @escaping @Sendable (Wire) throws -> Void) {
            description = name
            self.run = run
        }
    }

    /// The port it listens on.
    public var port: UInt16 { server.port }
    /// What all its connections have sent.
    public let received = ByteLog()

    private let server: LoopbackServer

    public init(_ behaviour: Behaviour, lifetime: Duration = .seconds(30)) throws {
        let received = received
        server = try LoopbackServer(lifetime: lifetime) { wire, _, _, _ in
            wire.log = received
            try behaviour.run(wire)
        }
    }

    /// Ends every connection and waits until that is done.
    public func stop() {
        server.stop()
    }
}

extension HostileServer.Behaviour {
    /// Accepts and never says anything; ends when the client does.
    public static let silent = Self("silent") { try $0.receiveToEnd() }

    /// Closes at once.
    public static let closing = Self("closing") { $0.close() }

    /// Waits for the client's first bytes, then closes.
    public static let closingAfterHello = Self("closing after hello") { _ = try $0.receive() }

    /// Waits for the client's first bytes, then resets the connection.
    public static let resetting = Self("resetting") {
        _ = try $0.receive()
        $0.reset()
    }

    /// Answers the first bytes as a web server without TLS does.
    public static let plainHTTP = answering(
        "plain HTTP",
        with: Array(
            ("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 12\r\n"
                + "Connection: close\r\n\r\nBad Request\n").utf8))

    /// Answers the first bytes with bytes that are no TLS, always the same ones.
    public static let garbage = answering("garbage", with: noise(4096))

    /// Answers the first bytes with a fatal alert.
    public static func alert(_ number: UInt8) -> Self {
        answering("alert \(number)", with: [21, 3, 3, 0, 2, 2, number])
    }

    /// Answers the first bytes with these, then waits for the end.
    public static func answering(_ name: String, with bytes: [UInt8]) -> Self {
        Self(name) {
            _ = try $0.receive()
            try $0.send(bytes)
            try $0.receiveToEnd()
        }
    }

    /// Answers the first bytes with these again and again, as fast as the client takes them.
    public static func flooding(_ name: String, with bytes: [UInt8], after opening: [UInt8] = []) -> Self {
        let block = [[UInt8]](repeating: bytes, count: max(1, 8192 / bytes.count)).flatMap { $0 }
        return Self(name) {
            _ = try $0.receive()
            try $0.send(opening)
            while true { try $0.send(block) }
        }
    }

    /// Sends these one at a time with a pause before each, then waits for the end.
    public static func dribbling(_ bytes: [UInt8], every interval: Duration) -> Self {
        Self("dribbling") {
            _ = try $0.receive()
            for byte in bytes {
                try $0.pause(interval)
                try $0.send([byte])
            }
            try $0.receiveToEnd()
        }
    }

    /// Bytes that are no TLS, without end.
    public static let endlessBytes = flooding("endless bytes", with: noise(4096))

    /// HelloRequest after HelloRequest, which a TLS 1.2 client may ignore (RFC 5246 §7.4.1.1).
    public static let helloRequests = flooding("hello requests", with: [22, 3, 3, 0, 4, 0, 0, 0, 0])

    /// Warning alerts (user_canceled) without end.
    public static let warningAlerts = flooding("warning alerts", with: [21, 3, 3, 0, 2, 1, 90])

    /// Handshake records without content.
    public static let emptyRecords = flooding("empty records", with: [22, 3, 3, 0, 0])

    /// ChangeCipherSpec records, which a TLS 1.3 client drops (RFC 8446 §5).
    public static let changeCipherSpecs = flooding("change cipher specs", with: [20, 3, 3, 0, 1, 1])

    /// A ServerHello that says it is 16 MiB long, and comes.
    public static let endlessMessage = flooding(
        "endless message", with: [22, 3, 3, 0x40, 0] + [UInt8](repeating: 0, count: 0x4000),
        after: [22, 3, 3, 0, 4, 2, 0xFF, 0xFF, 0xFF])

    /// Every behaviour that a client must end with an error by itself, without waiting for its deadline.
    public static let refusable: [Self] = [
        .closing, .closingAfterHello, .resetting, .plainHTTP, .garbage, .alert(40), .endlessBytes,
    ]

    /// Every behaviour that goes on for ever: a limit or the deadline must end it.
    public static let endless: [Self] = [
        .silent, .helloRequests, .warningAlerts, .emptyRecords, .changeCipherSpecs, .endlessMessage,
    ]

    /// The same pseudo-random bytes each time (xorshift32).
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt32 = 0x9E37_79B9
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return UInt8(truncatingIfNeeded: state)
        }
    }
}
