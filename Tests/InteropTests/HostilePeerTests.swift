import Countersign
import TestSupport
import Testing

/// A peer that sends garbage, truncates, closes or resets at any point: a typed error, no crash, no acceptance.
@Suite struct HostilePeerTests {
    private func failure(_ port: UInt16, _ configuration: Configuration) throws -> ConnectionError? {
        var connection = try LiveClient.connection(to: port, configuration)
        do throws(ConnectionError) {
            try connection.handshake()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: HostileServer.Behaviour.refusable)
    func `what isn't TLS ends with an error of its own`(behaviour: HostileServer.Behaviour) throws {
        let server = try HostileServer(behaviour)
        let error = try #require(try failure(server.port, LiveClient.configuration()))
        let expected: [ConnectionError.Code] = [
            .recordRefused, .endOfStream, .alertReceived, .systemError, .malformedMessage, .unexpectedMessage,
            .limitExceeded, .noCommonVersion,
        ]
        #expect(expected.contains(error.code), "\(error)")
    }

    /// How many bytes the server's part of a handshake has, seen once without a fault, and where its records end.
    private func serverFlight(
        _ server: TLSServer, _ configuration: Configuration
    ) throws -> (length: Int, boundaries: [Int]) {
        let relay = try Relay(to: server.port)
        var connection = try LiveClient.connection(to: relay.port, configuration)
        try connection.handshake()
        let length = Int(connection.record.handshake.bytesReceived)
        let boundaries = Relay.recordBoundaries(in: Array(relay.fromServer.bytes.prefix(length)))
        try #require(length > 500 && boundaries.count > 2)
        return (length, boundaries)
    }

    @Test(arguments: LiveClient.versions)
    func `a stream that ends at any point of the handshake`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        let configuration = try LiveClient.configuration(version: version)
        let (length, boundaries) = try serverFlight(server, configuration)
        // Around each record's boundary, within each record's header, and at places in between.
        let edges = boundaries.flatMap { [$0 - 1, $0, $0 + 1, $0 + 4] }
        let places = Set(edges + Array(stride(from: 7, to: length, by: 97)))
        // An ECDSA signature is now and then a few bytes shorter: the very end may be one handshake's and not another's.
        for place in places.sorted() where place >= 0 && place < length - 24 {
            let relay = try Relay(to: server.port, [.init(.close, at: .byte(place))])
            let error = try failure(relay.port, configuration)
            // A reset instead of an end, where the relay had not read all that was sent to it.
            let isNoticed = error?.code == .endOfStream || error?.code == .systemError
            #expect(isNoticed, "closed after \(place) of \(length) bytes: \(String(describing: error))")
        }
    }

    @Test(arguments: LiveClient.versions)
    func `a bit that is flipped anywhere is noticed`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        var configuration = try LiveClient.configuration(version: version)
        let (length, _) = try serverFlight(server, configuration)
        // A flipped length may leave both sides waiting: then the deadline is the error.
        configuration.deadline = .seconds(1)
        // A signature is now and then shorter: the very end may not be of the handshake.
        for place in stride(from: 11, to: length - 24, by: 61) {
            let relay = try Relay(to: server.port, [.init(.flip(0x10), at: .byte(place))])
            let error = try failure(relay.port, configuration)
            #expect(error != nil, "byte \(place) of \(length) was flipped and nobody noticed")
        }
    }

    @Test func `what a server said before it closed is heard while writing`() throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let handshakeFailure: [UInt8] = [21, 3, 3, 0, 2, 2, 40]
        let faults: [Relay.Fault] = [
            .init(.insert(handshakeFailure), at: .record(4)), .init(.close, at: .record(4)),
        ]
        for _ in 0..<20 {
            let relay = try Relay(to: server.port, faults)
            let error = try failure(relay.port, LiveClient.configuration())
            #expect(error?.alertReceived == .handshakeFailure, "\(String(describing: error))")
        }
    }

    @Test func `a reset connection is the network's failure`() throws {
        let server = try HostileServer(.resetting)
        let error = try #require(try failure(server.port, LiveClient.configuration()))
        #expect(error.code == .systemError || error.code == .endOfStream)
    }

    @Test func `a stream that is cut during application data is told from a goodbye`() throws {
        let server = try TLSServer.openssl(service: .echo)
        let relay = try Relay(to: server.port)
        var connection = try LiveClient.connection(to: relay.port, LiveClient.configuration())
        try connection.handshake()
        try connection.write("abc\n")
        var buffer = [UInt8](repeating: 0, count: 64)
        var span = buffer.mutableSpan
        let count = try connection.read(into: &span, timeout: .seconds(10))
        #expect(count == 4)
        relay.stop()
        var code: ConnectionError.Code?
        do throws(ConnectionError) {
            var span = buffer.mutableSpan
            _ = try connection.read(into: &span, timeout: .seconds(10))
        } catch {
            code = error.code
        }
        #expect(code == .endOfStream || code == .systemError)
    }

    @Test func `nobody listens, or no such host`() throws {
        let gone = try TLSServer.openssl()
        let port = gone.port
        gone.stop()
        let refused = try #require(try failure(port, LiveClient.configuration()))
        #expect(refused.code == .systemError)
        var connection = try Connection(to: "does-not-exist.invalid", configuration: LiveClient.configuration())
        var code: ConnectionError.Code?
        do throws(ConnectionError) { try connection.handshake() } catch { code = error.code }
        #expect(code == .notFound)
    }

    @Test func `a host that is no host is refused before anything happens`() throws {
        let hosts = [
            "", "exa mple.com", "-x.example", "1.2.3", "010.1.1.1", "a..b", String(repeating: "a", count: 300),
        ]
        for host in hosts {
            #expect(throws: ConnectionError(.invalidArgument), "\(host)") {
                _ = try Connection(to: host, configuration: LiveClient.configuration())
            }
        }
    }
}
