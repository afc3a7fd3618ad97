import TestSupport
import Testing

/// The man in the middle, between a client and a server that aren't ours.
@Suite struct RelayTests {
    @Test func `without faults a handshake passes and is recorded`() throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let relay = try Relay(to: server.port)
        let client = try OpenSSLClient.run(port: relay.port, stdin: "through the relay\n")
        #expect(client.exitCode == 0, "\(client)")
        try server.wait(for: "through the relay")
        let records = Relay.recordBoundaries(in: relay.fromServer.bytes)
        #expect(records.count > 5)
        #expect(records.last == relay.fromServer.count)
        #expect(relay.fromClient.bytes.first == 22)
    }

    @Test func `a stall leaves the connection open and silent`() throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let relay = try Relay(to: server.port, [.init(.stall, at: .record(1))])
        let client = try Wire.connect(to: relay.port, lifetime: .seconds(1))
        try client.send(hello)
        var received: [UInt8] = []
        let error = #expect(throws: TestSupportError.self) {
            while true {
                let bytes = try client.receive()
                try #require(!bytes.isEmpty)
                received += bytes
            }
        }
        #expect(error?.description.contains("time is over") == true)
        // Exactly the first record: the ServerHello.
        #expect(Relay.recordBoundaries(in: received) == [0, received.count])
        #expect(received[5] == 2)
        #expect(relay.fromServer.count > received.count)
    }

    @Test func `a close ends the stream at the byte named`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(to: server.port, [.init(.close, at: .byte(7))])
        #expect(try answer(relay).count == 7)
    }

    @Test func `a reset ends the stream at once`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(to: server.port, [.init(.reset, at: .byte(0))])
        let client = try Wire.connect(to: relay.port)
        #expect(try client.receiveToEnd().isEmpty)
    }

    @Test func `a flipped byte is the only one changed`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(
            to: server.port, [.init(.flip(0xFF), at: .byte(5)), .init(.close, at: .record(1))])
        let received = try answer(relay)
        var expected = relay.fromServer.bytes.prefix(received.count)
        #expect(received != Array(expected))
        expected[5] ^= 0xFF
        #expect(received == Array(expected))
    }

    @Test func `bytes can be put in and left out`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(
            to: server.port,
            [.init(.insert([1, 2, 3]), at: .byte(0)), .init(.drop(4), at: .byte(1)), .init(.close, at: .byte(8))])
        let received = try answer(relay)
        let sent = relay.fromServer.bytes
        #expect(received == [1, 2, 3, sent[0], sent[5], sent[6], sent[7]])
    }

    @Test func `a dribble takes its time and loses nothing`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(
            to: server.port, [.init(.dribble(every: .milliseconds(20)), at: .byte(0))])
        let client = try Wire.connect(to: relay.port)
        let start = ContinuousClock.now
        try client.send(hello)
        var received: [UInt8] = []
        while received.count < 10 { received += try client.receive() }
        #expect(.now - start >= .milliseconds(200))
        #expect(received.starts(with: [22, 3, 3]))
    }

    @Test func `a client's byte can be flipped on its way to the server`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(to: server.port, [.init(.flip(0xFF), at: .byte(5), .toServer)])
        let client = try OpenSSLClient.run(port: relay.port)
        #expect(client.exitCode == 1)
        try server.process.errors.wait(forText: "unexpected message")
    }

    @Test func `only the first connections suffer when told so`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(to: server.port, [.init(.close, at: .byte(0))], connections: 1)
        #expect(try OpenSSLClient.run(port: relay.port).exitCode == 1)
        #expect(try OpenSSLClient.run(port: relay.port, stdin: "x\n").exitCode == 0)
    }

    @Test func `stopping ends every connection`() throws {
        let server = try TLSServer.openssl()
        let relay = try Relay(to: server.port, [.init(.stall, at: .byte(0))])
        let client = try Wire.connect(to: relay.port)
        try client.send(hello)
        try relay.fromClient.wait(forCount: hello.count)
        relay.stop()
        #expect(try client.receiveToEnd().isEmpty)
    }

    private func answer(_ relay: Relay) throws -> [UInt8] {
        let client = try Wire.connect(to: relay.port)
        try client.send(hello)
        return try client.receiveToEnd()
    }
}

/// A TLS 1.2 ClientHello: ECDHE-ECDSA-AES128-GCM-SHA256 on P-256 with ecdsa_secp256r1_sha256.
let hello: [UInt8] = {
    let extensions: [UInt8] =
        [0, 10, 0, 4, 0, 2, 0, 23]  // supported_groups
        + [0, 11, 0, 2, 1, 0]  // ec_point_formats
        + [0, 13, 0, 4, 0, 2, 4, 3]  // signature_algorithms
    let body: [UInt8] =
        [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [0, 4, 0xC0, 0x2B, 0, 0xFF] + [1, 0]
        + [0, UInt8(extensions.count)] + extensions
    return [22, 3, 1, 0, UInt8(body.count + 4), 1, 0, 0, UInt8(body.count)] + body
}()
