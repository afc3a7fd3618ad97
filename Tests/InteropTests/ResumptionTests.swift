import Countersign
import Foundation
import TestSupport
import Testing

/// Handshakes with real servers that are resumed where the decision stands, and are full ones with a fresh challenge
/// where anything differs.
struct ResumptionTests {
    /// One way for a server to know a session again.
    struct Kind: Sendable, CustomStringConvertible {
        let description: String
        let arguments: [String]
    }

    static let kinds =
        [
            Kind(description: "TLS 1.2, id", arguments: ["-tls1_2", "-no_ticket"]),
            Kind(description: "TLS 1.2, ticket", arguments: ["-tls1_2"]),
        ] + (LibraryVersion.supportsTLS13 ? [Kind(description: "TLS 1.3, ticket", arguments: ["-tls1_3"])] : [])

    static func configuration(_ store: SessionStore) throws -> Configuration {
        var configuration = Configuration()
        configuration.anchors = .only(AnchorStore(derOrPEM: try Fixtures.bytes("root.pem")))
        configuration.verifyDate = UnixTime(seconds: Fixtures.clock)
        configuration.serverName = "localhost"
        configuration.sessionStore = store
        return configuration
    }

    /// Connects, lets the server say something, and closes.
    static func connect(
        _ server: TLSServer, _ configuration: Configuration, host: String = "127.0.0.1",
        handler: ((borrowing AuthenticationChallenge) -> Disposition)? = nil
    ) throws -> ConnectionRecord {
        var connection = try Connection(to: host, port: server.port, configuration: configuration)
        if let handler {
            try connection.handshake { handler($0) }
        } else {
            try connection.handshake()
        }
        server.write("words\n")
        var bytes = [UInt8](repeating: 0, count: 64)
        var span = bytes.mutableSpan
        _ = try connection.read(into: &span, timeout: .seconds(10))
        let record = connection.record
        #expect(connection.peerCertificates.count == record.handshake.peerCertificateCount)
        connection.close()
        return record
    }

    @Test(arguments: kinds)
    func `a session is resumed, again and again, and says what it was accepted by`(_ kind: Kind) throws {
        let server = try TLSServer.openssl(arguments: kind.arguments)
        let store = SessionStore()
        let configuration = try Self.configuration(store)
        let first = try Self.connect(server, configuration)
        #expect(!first.handshake.isResumed)
        #expect(first.handshake.serverTrust?.trustResult == .unspecified)
        #expect(first.isSessionKept)
        #expect(store.count == 1)
        for _ in 0..<2 {
            let next = try Self.connect(server, configuration)
            #expect(next.handshake.isResumed)
            #expect(next.handshake.serverTrust == nil)
            #expect(next.handshake.resumed?.trustResult == .unspecified)
            #expect(next.handshake.resumed?.disposition == Disposition.performDefaultHandling.rawValue)
            #expect(next.handshake.peerCertificateCount == first.handshake.peerCertificateCount)
        }
    }

    @Test(arguments: kinds)
    func `a session with a host by address, which has no name to ask for, is resumed`(_ kind: Kind) throws {
        let server = try TLSServer.openssl(arguments: kind.arguments)
        var configuration = try Self.configuration(SessionStore())
        configuration.serverName = nil
        #expect(try !Self.connect(server, configuration).handshake.isResumed)
        #expect(try Self.connect(server, configuration).handshake.isResumed)
    }

    @Test(arguments: kinds)
    func `a server that has forgotten the session makes a full handshake with a challenge`(_ kind: Kind) throws {
        let store = SessionStore()
        let configuration = try Self.configuration(store)
        let server = try TLSServer.openssl(arguments: kind.arguments)
        _ = try Self.connect(server, configuration)
        server.stop()
        let other = try TLSServer.openssl(arguments: kind.arguments)
        // The port is part of what a session is kept for: the new server is reached under the old one's.
        var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
        connection.connect(through: "127.0.0.1", port: other.port)
        try connection.handshake()
        #expect(!connection.record.handshake.isResumed)
        #expect(connection.record.handshake.serverTrust?.trustResult == .unspecified)
        connection.close()
    }

    /// Something that differs between the connection that kept a session and the next.
    struct Change: Sendable, CustomStringConvertible {
        let description: String
        let apply: @Sendable (inout Configuration) throws -> Void
        /// The server is refused then.
        var isRefused = false
    }

    static let changes = [
        Change(description: "other anchors") {
            $0.anchors = .only(
                AnchorStore(certificates: [try Fixtures.bytes("root.pem"), try Fixtures.bytes("other-root.pem")]))
        },
        Change(
            description: "anchors that do not know the server",
            apply: { $0.anchors = .only(AnchorStore(derOrPEM: try Fixtures.bytes("other-root.pem"))) },
            isRefused: true),
        Change(description: "another name", apply: { $0.serverName = "elsewhere.example" }, isRefused: true),
        Change(description: "a protocol") { $0.applicationProtocols = [.http11] },
        Change(description: "a version") { $0.maximumVersion = .tls12 },
        Change(description: "static RSA") { $0.requiresForwardSecrecy = false },
        Change(description: "an identity") {
            $0.identity = try Identity(
                certificateFile: Fixtures.bytes("client.chain.pem"), keyFile: Fixtures.bytes("client.key.pem"))
        },
        Change(
            description: "a pin that the server lacks",
            apply: {
                var domain = PinnedDomain("localhost", pins: [Pin(sha256: SHA256Digest(repeating: 7))])
                domain.allowsMissingBackupPin = true
                $0.pinnedDomains = try PinnedDomains([domain])
            }, isRefused: true),
        Change(
            description: "a clock behind notAfter",
            apply: { $0.verifyDate = UnixTime(seconds: Fixtures.clock + 100 * 366 * 86_400) }, isRefused: true),
        Change(
            description: "a clock before notBefore", apply: { $0.verifyDate = UnixTime(seconds: 0) },
            isRefused: true),
        Change(description: "another store") { $0.sessionStore = SessionStore() },
    ]

    @Test(arguments: changes)
    func `whatever differs, the next handshake is a full one with a fresh challenge`(_ change: Change) throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let store = SessionStore()
        var configuration = try Self.configuration(store)
        #expect(try Self.connect(server, configuration).isSessionKept)
        let before = configuration
        try change.apply(&configuration)
        var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
        do throws(ConnectionError) {
            try connection.handshake()
            #expect(!change.isRefused)
        } catch {
            #expect(change.isRefused && (error.code == .trustRefused || error.code == .pinMismatch))
        }
        #expect(!connection.record.handshake.isResumed)
        #expect(connection.record.handshake.serverTrust?.disposition != nil)
        connection.close()
        // What is as before is resumed, unless the clock has thrown it out.
        let isExpected = !change.description.hasPrefix("a clock")
        #expect(try Self.connect(server, before).handshake.isResumed == isExpected)
    }

    @Test func `a handler is always asked, unless it has a name, and then only for what it accepted itself`() throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let store = SessionStore()
        var configuration = try Self.configuration(store)
        _ = try Self.connect(server, configuration)
        for _ in 0..<2 {
            let record = try Self.connect(server, configuration) { _ in .performDefaultHandling }
            #expect(!record.handshake.isResumed)
            #expect(!record.isSessionKept)
        }
        configuration.handlerName = "accepts whom the anchors accept"
        #expect(try !Self.connect(server, configuration) { _ in .performDefaultHandling }.handshake.isResumed)
        #expect(try Self.connect(server, configuration) { _ in .performDefaultHandling }.handshake.isResumed)
        configuration.handlerName = "another"
        #expect(try !Self.connect(server, configuration) { _ in .performDefaultHandling }.handshake.isResumed)
    }

    @Test func `a server that was accepted without an evaluation is never resumed`() throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let store = SessionStore()
        var configuration = try Self.configuration(store)
        configuration.handlerName = "accepts anybody"
        for _ in 0..<2 {
            let record = try Self.connect(server, configuration) { challenge in
                guard let trust = challenge.protectionSpace.serverTrust else { return .rejectProtectionSpace }
                return .useCredential(Credential(trust: trust))
            }
            #expect(!record.handshake.isResumed)
            #expect(!record.isSessionKept)
        }
        #expect(store.count == 0)
    }

    @Test func `a full store forgets the session that was used least recently, and everything when told`() throws {
        let servers = try (0..<3).map { _ in try TLSServer.openssl(arguments: ["-tls1_2"]) }
        let store = SessionStore(capacity: 2)
        let configuration = try Self.configuration(store)
        for server in servers { _ = try Self.connect(server, configuration) }
        #expect(store.count == 2)
        #expect(try Self.connect(servers[2], configuration).handshake.isResumed)
        #expect(try Self.connect(servers[1], configuration).handshake.isResumed)
        #expect(try !Self.connect(servers[0], configuration).handshake.isResumed)
        store.removeAll()
        #expect(store.count == 0)
        #expect(try !Self.connect(servers[1], configuration).handshake.isResumed)
    }
}
