import TestSupport
import Testing

/// The servers that misbehave, tried with a client that isn't ours.
@Suite struct HostileServerTests {
    @Test(arguments: HostileServer.Behaviour.refusable)
    func `a client of OpenSSL refuses`(behaviour: HostileServer.Behaviour) throws {
        let server = try HostileServer(behaviour)
        let client = try OpenSSLClient.run(port: server.port)
        #expect(client.exitCode == 1, "\(client)")
    }

    @Test func `silence is silence, and the hello was received`() throws {
        let server = try HostileServer(.silent)
        let client = try Wire.connect(to: server.port)
        try client.send([1, 2, 3])
        try server.received.wait(forCount: 3)
        #expect(server.received.bytes == [1, 2, 3])
        server.stop()
        #expect(try client.receiveToEnd().isEmpty)
    }

    @Test func `a flood goes on until somebody ends it`() throws {
        let server = try HostileServer(.helloRequests)
        let client = try Wire.connect(to: server.port)
        try client.send([1])
        var count = 0
        while count < 1_000_000 { count += try client.receive().count }
    }

    @Test func `a dribble pauses before each byte`() throws {
        let server = try HostileServer(.dribbling([9, 8, 7], every: .milliseconds(30)))
        let client = try Wire.connect(to: server.port)
        let start = ContinuousClock.now
        try client.send([1])
        var received: [UInt8] = []
        while received.count < 3 { received += try client.receive() }
        #expect(received == [9, 8, 7])
        #expect(.now - start >= .milliseconds(90))
    }

    @Test func `its lifetime ends it`() throws {
        let server = try HostileServer(.silent, lifetime: .milliseconds(100))
        let client = try Wire.connect(to: server.port)
        try client.send([1])
        #expect(try client.receiveToEnd().isEmpty)
    }
}
