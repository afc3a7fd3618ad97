import Countersign
import TestSupport
import Testing

/// How a connection ends, and what it says when it is used out of turn.
@Suite struct ClosingTests {
    @Test(arguments: LiveClient.versions)
    func `closing says goodbye in TLS`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        try connection.handshake()
        connection.close()
        #expect(try server.waitForAlert() == .warning("close_notify"))
        #expect(connection.fileDescriptor == -1)
        // A second time it does nothing.
        connection.close()
    }

    @Test(arguments: LiveClient.versions)
    func `the peer's goodbye is the end of what is read`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(service: .web)
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        try connection.handshake()
        try connection.write("GET / HTTP/1.0\r\n\r\n")
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var span = buffer.mutableSpan
            let count = try connection.read(into: &span, timeout: .seconds(10))
            if count == 0 { break }
            received += buffer[..<count]
        }
        #expect(String(decoding: received, as: UTF8.self).hasPrefix("HTTP/1.0 200 ok"))
    }

    @Test func `reading with a time limit ends at it`() throws {
        let server = try TLSServer.openssl()
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        try connection.handshake()
        var buffer: [UInt8] = [0]
        var code: ConnectionError.Code?
        do throws(ConnectionError) {
            var span = buffer.mutableSpan
            _ = try connection.read(into: &span, timeout: .milliseconds(200))
        } catch {
            code = error.code
        }
        #expect(code == .timedOut)
    }

    @Test func `data before the handshake and after the end is refused`() throws {
        let server = try TLSServer.openssl()
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        func code(_ work: (inout Connection) throws(ConnectionError) -> Void) -> ConnectionError.Code? {
            do throws(ConnectionError) {
                try work(&connection)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code { connection throws(ConnectionError) in try connection.write("too early") } == .invalidArgument)
        try connection.handshake()
        connection.close()
        #expect(code { connection throws(ConnectionError) in try connection.write("too late") } == .endOfStream)
        #expect(code { connection throws(ConnectionError) in try connection.handshake() } == .endOfStream)
    }

    @Test func `a handshake that failed says the same again`() throws {
        let server = try TLSServer.openssl("expired")
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        let first = LiveClient.failure(&connection)
        let second = LiveClient.failure(&connection)
        #expect(first?.trust?.code == .expired)
        #expect(first == second)
        let isTaken = connection.resolve(.performDefaultHandling)
        #expect(!isTaken)
    }
}
