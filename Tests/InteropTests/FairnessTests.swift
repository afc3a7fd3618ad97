import Countersign
import Glibc
import TestSupport
import Testing

/// One peer that sends without end doesn't keep an event loop from the others.
@Suite struct FairnessTests {
    /// Tickets are nothing to a reader: a server that sends them by the thousand is a flood in silence. Only TLS 1.3 has
    /// them behind the handshake.
    @Test(.enabled(if: LibraryVersion.supportsTLS13))
    func `a flood of tickets takes one turn at a time, and what is behind it arrives`() throws {
        let server = try TLSServer.openssl(service: .echo, arguments: ["-num_tickets", "3000"])
        var configuration = try LiveClient.configuration(version: .tls13)
        configuration.sessionStore = SessionStore(capacity: 1)
        configuration.handlerName = "default"
        var connection = try LiveClient.connection(to: server.port, configuration)
        try connection.handshake()
        try connection.write("hello\n", timeout: .seconds(10))
        let start = connection.record.handshake.bytesReceived
        var room = [UInt8](repeating: 0, count: 256)
        var echo = [UInt8]()
        var longest: UInt64 = 0
        while !echo.contains(10) {
            let before = connection.record.handshake.bytesReceived
            var span = room.mutableSpan
            let progress = try connection.readAvailable(into: &span)
            longest = max(longest, connection.record.handshake.bytesReceived - before)
            switch progress {
            case .moved(let count): echo += room[..<count]
            case .ended: throw HandlerError()
            case .wantsRead: try EventLoop.wait(connection.fileDescriptor, for: POLLIN)
            case .wantsWrite: try EventLoop.wait(connection.fileDescriptor, for: POLLOUT)
            }
        }
        #expect(String(decoding: echo, as: UTF8.self) == "olleh\n")
        // A turn ends at the end of a record.
        #expect(longest <= 65_536 + 16_384 + 261)
        #expect(connection.record.handshake.bytesReceived - start > 4 * 65_536)
    }
}
