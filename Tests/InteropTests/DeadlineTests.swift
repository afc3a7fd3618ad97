import Countersign
import TestSupport
import Testing

/// One deadline for look-up, connect and handshake, which no peer extends.
@Suite struct DeadlineTests {
    /// Shakes hands with a deadline of one second and expects it to pass. Generous above, since machines are noisy:
    /// what matters is that it ends long before the peer does.
    private func expectDeadline(_ port: UInt16, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var configuration = try LiveClient.configuration()
        configuration.deadline = .seconds(1)
        var connection = try LiveClient.connection(to: port, configuration)
        let clock = ContinuousClock()
        let start = clock.now
        var code: ConnectionError.Code?
        do throws(ConnectionError) { try connection.handshake() } catch { code = error.code }
        #expect(code == .timedOut, sourceLocation: sourceLocation)
        #expect(clock.now - start >= .seconds(1), sourceLocation: sourceLocation)
        #expect(clock.now - start < .seconds(15), sourceLocation: sourceLocation)
    }

    @Test func `a server that accepts and stays silent`() throws {
        let server = try HostileServer(.silent)
        try expectDeadline(server.port)
        server.stop()
    }

    @Test func `a server that stalls after its first record`() throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let relay = try Relay(to: server.port, [.init(.stall, at: .record(1))])
        try expectDeadline(relay.port)
    }

    @Test func `one byte every tenth of a second doesn't extend it`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(to: server.port, [.init(.dribble(every: .milliseconds(100)), at: .byte(0))])
        try expectDeadline(relay.port)
    }

    @Test(arguments: HostileServer.Behaviour.endless)
    func `a server that floods is ended by a limit or by the deadline`(behaviour: HostileServer.Behaviour) throws {
        let server = try HostileServer(behaviour)
        var configuration = try LiveClient.configuration()
        configuration.deadline = .seconds(2)
        var connection = try LiveClient.connection(to: server.port, configuration)
        #expect(LiveClient.failure(&connection) != nil)
        // Not more was read than the limit for a handshake, give or take a record.
        #expect(connection.record.handshake.bytesReceived <= 131_072 + 20_000)
    }

    @Test func `a deadline of zero has passed`() throws {
        let server = try TLSServer.openssl()
        var configuration = try LiveClient.configuration()
        configuration.deadline = .zero
        var connection = try LiveClient.connection(to: server.port, configuration)
        var code: ConnectionError.Code?
        do throws(ConnectionError) { try connection.handshake() } catch { code = error.code }
        #expect(code == .timedOut)
    }
}
