import Glibc

/// A man in the middle on 127.0.0.1: passes bytes between a client and a real server, and misbehaves at chosen places.
///
/// It ends with the last reference, with `stop()`, and at the end of its lifetime, whichever is first.
public final class Relay: Sendable {
    public enum Direction: Sendable, Hashable {
        case toClient, toServer
    }

    /// A place in one direction's stream of bytes, counted per connection.
    public enum Position: Sendable, Hashable {
        /// After this many bytes.
        case byte(Int)
        /// After this many TLS records: `.record(1)` is after the first, so in TLS 1.2 after the ServerHello.
        case record(Int)
    }

    public enum Action: Sendable {
        /// Pass nothing more in this direction, and keep the connection open.
        case stall
        /// Close the connection in order (FIN).
        case close
        /// Reset the connection (RST).
        case reset
        /// From here on pass one byte per interval.
        case dribble(every: Duration)
        /// XOR the next byte with this.
        case flip(UInt8)
        /// Put these bytes in between.
        case insert([UInt8])
        /// Leave out this many of the following bytes.
        case drop(Int)
        /// From here on pass pieces of at most this many bytes, each in a segment of its own.
        case split(Int)
    }

    public struct Fault: Sendable, CustomStringConvertible {
        public let action: Action
        public let position: Position
        public let direction: Direction

        public init(_ action: Action, at position: Position, _ direction: Direction = .toClient) {
            (self.action, self.position, self.direction) = (action, position, direction)
        }

        public var description: String { "\(action) at \(position) \(direction)" }
    }

    /// The port it listens on.
    public var port: UInt16 { server.port }
    /// What the server has sent, before any fault.
    public let fromServer = ByteLog()
    /// What the client has sent, before any fault.
    public let fromClient = ByteLog()

    private let server: LoopbackServer

    /// Stands before the server on `port`. With `connections`, only the first that many suffer the faults.
    public init(
        to port: UInt16, _ faults: [Fault] = [], connections: Int = .max, lifetime: Duration = .seconds(30)
    ) throws {
        let (fromServer, fromClient) = (fromServer, fromClient)
        server = try LoopbackServer(lifetime: lifetime) { client, number, stop, end in
            let upstream = try Wire.connect(to: port, stop: stop, end: end)
            let active = number < connections ? faults : []
            client.log = fromClient
            upstream.log = fromServer
            var toClient = RelayStream(to: client, active.filter { $0.direction == .toClient })
            var toServer = RelayStream(to: upstream, active.filter { $0.direction == .toServer })
            try Relay.pass(client: client, server: upstream, stop, end, &toClient, &toServer)
        }
    }

    /// Ends every connection and waits until that is done.
    public func stop() {
        server.stop()
    }

    /// Where the TLS records in a stream of bytes start and end: 0, the end of the first, and so on.
    public static func recordBoundaries(in bytes: [UInt8]) -> [Int] {
        var boundaries = [0]
        while let last = boundaries.last, last + 5 <= bytes.count {
            boundaries.append(last + 5 + Int(bytes[last + 3]) << 8 + Int(bytes[last + 4]))
        }
        return boundaries
    }

    private static func pass(
        client: Wire, server: Wire, _ stop: StopSignal, _ end: ContinuousClock.Instant,
        _ toClient: inout RelayStream, _ toServer: inout RelayStream
    ) throws {
        defer {
            server.close()
            client.close()
        }
        try toClient.start()
        try toServer.start()
        while ContinuousClock.now < end {
            if toClient.isReset || toServer.isReset {
                client.reset()
                return server.reset()
            }
            if toClient.isClosed || toServer.isClosed { return }
            let wake = min(end, toClient.nextSend ?? end, toServer.nextSend ?? end)
            var entries = [
                pollfd(fd: toServer.isEnded ? -1 : client.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: toClient.isEnded ? -1 : server.descriptor, events: Int16(POLLIN), revents: 0),
                stop.entry,
            ]
            poll(&entries, 3, (wake - .now).inPollMilliseconds)
            if entries[2].revents != 0 { return }
            if entries[0].revents != 0 {
                try toServer.pass(try client.receive())
            }
            if entries[1].revents != 0 { try toClient.pass(try server.receive()) }
            try toClient.sendDue()
            try toServer.sendDue()
            // A client that has left a stalled stream leaves nobody to be treated badly.
            if toServer.isEnded && toClient.isOver { return }
        }
    }
}
