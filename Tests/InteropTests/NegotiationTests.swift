import Countersign
import TestSupport
import Testing

/// What is offered and what comes of it.
@Suite struct NegotiationTests {
    @Test(arguments: LiveClient.versions)
    func `an application protocol is negotiated`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(arguments: ["-alpn", "h2,http/1.1"])
        var configuration = try LiveClient.configuration(version: version)
        configuration.applicationProtocols = [.http11]
        var connection = try LiveClient.connection(to: server.port, configuration)
        try connection.handshake()
        let negotiated = connection.negotiatedApplicationProtocol
        #expect(negotiated.indices.map { negotiated[$0] } == ApplicationProtocol.http11.bytes)
    }

    @Test func `no application protocol in common is an error`() throws {
        let server = try TLSServer.openssl(arguments: ["-alpn", "h2"])
        var configuration = try LiveClient.configuration()
        configuration.applicationProtocols = [.mqtt]
        var connection = try LiveClient.connection(to: server.port, configuration)
        var found: ConnectionError?
        do throws(ConnectionError) { try connection.handshake() } catch { found = error }
        #expect(found?.alertReceived == .noApplicationProtocol)
    }

    @Test func `P-256 with forward secrecy and AEAD is what OpenSSL picks`() throws {
        let server = try TLSServer.openssl()
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        try connection.handshake()
        #expect(KeyExchangeGroup(rawValue: connection.record.handshake.group).name == "secp256r1")
        #expect(connection.negotiatedCipherSuite.name.contains("GCM"))
        #expect(!connection.record.handshake.isResumed)
        #expect(connection.record.handshake.bytesReceived > 0 && connection.record.handshake.bytesSent > 0)
    }

    @Test func `a server without forward secrecy is served only when that is allowed`() throws {
        let server = try TLSServer.openssl("rsa-localhost", arguments: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"])
        var configuration = try LiveClient.configuration()
        var refused = try LiveClient.connection(to: server.port, configuration)
        #expect(LiveClient.failure(&refused) != nil)
        configuration.requiresForwardSecrecy = false
        var allowed = try LiveClient.connection(to: server.port, configuration)
        try allowed.handshake()
        #expect(allowed.negotiatedCipherSuite.name == "TLS_RSA_WITH_AES_128_GCM_SHA256")
    }

    @Test(arguments: ["-tls1_1", "-tls1"])
    func `versions before TLS 1.2 are refused`(version: String) throws {
        let server = try TLSServer.openssl("rsa-localhost", isWeak: true, arguments: [version])
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        var found: ConnectionError?
        do throws(ConnectionError) { try connection.handshake() } catch { found = error }
        #expect([.alertReceived, .noCommonVersion].contains(found?.code), "\(String(describing: found))")
    }

    @Test func `a name goes into SNI and an address doesn't`() throws {
        let server = try TLSServer.openssl("localhost", arguments: ["-tlsextdebug"])
        var named = try LiveClient.connection(to: server.port, LiveClient.configuration())
        try named.handshake()
        try LiveClient.exchange(&named, with: server)
        #expect(server.log.contains("\"server name\" (id=0)"))
        let other = try TLSServer.openssl("localhost", arguments: ["-tlsextdebug"])
        var numbered = try LiveClient.connection(to: other.port, host: "127.0.0.1", LiveClient.configuration())
        try numbered.handshake()
        try LiveClient.exchange(&numbered, with: other)
        #expect(!other.log.contains("\"server name\" (id=0)"))
    }

    @Test func `a server name that isn't the host is asked for and validated`() throws {
        let server = try TLSServer.openssl("dns-only")
        var configuration = try LiveClient.configuration()
        configuration.serverName = "device.example"
        var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
        try connection.handshake()
    }

    @Test func `handshake messages in small records are put together`() throws {
        let server = try TLSServer.openssl("rsa-localhost", arguments: ["-tls1_2", "-max_send_frag", "512"])
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        try connection.handshake()
        try LiveClient.exchange(&connection, with: server)
    }

    /// mbedTLS 3.6.6 refuses the RSA-PSS signature that such a server picks from what it was offered.
    @Test func `an RSA server with TLS 1.2 and its own preferences is reached, and a retry is recorded`() throws {
        let server = try TLSServer.openssl("rsa-localhost", arguments: ["-tls1_2", "-serverpref"])
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        var calls = 0
        try connection.handshake { _ in
            calls += 1
            return .performDefaultHandling
        }
        try LiveClient.exchange(&connection, with: server)
        #expect(calls == 1)
        #expect(connection.negotiatedVersion == .tls12)
        #expect(connection.record.isRetriedWithTLS12 == (LibraryVersion.text == "3.6.6"))
    }

    @Test(arguments: LiveClient.versions)
    func `a megabyte goes there and back`(version: ProtocolVersion) throws {
        let server = try EchoServer()
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        try connection.handshake()
        var sent: [UInt8] = []
        for index in 0..<65_536 { sent.append(UInt8(truncatingIfNeeded: index &* 31 &+ index >> 8)) }
        for _ in 0..<16 {
            try connection.write(sent.span, timeout: .seconds(20))
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 20_000)
            while received.count < sent.count {
                var span = buffer.mutableSpan
                let count = try connection.read(into: &span, timeout: .seconds(20))
                try #require(count > 0)
                received += buffer[..<count]
            }
            #expect(received == sent)
        }
        connection.close()
    }
}

/// `countersign serve`, which echoes whatever is no HTTP.
struct EchoServer {
    let port: UInt16
    private let process: ChildProcess

    init() throws {
        process = try ChildProcess([
            Tool.path(), "serve", "--cert", Fixtures.path("localhost.chain.pem"), "--key",
            Fixtures.path("localhost.key.pem"),
        ])
        port = try process.output.wait(for: "the line that says where it listens") { text in
            guard let line = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first else {
                return nil
            }
            return line.split(separator: ":").last.flatMap { UInt16($0) }
        }
    }
}
