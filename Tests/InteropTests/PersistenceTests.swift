import Countersign
import TestSupport
import Testing

/// How long an answer is remembered.
@Suite struct PersistenceTests {
    /// Connects with an answer; nil leaves it to default handling. Whether an identity was sent.
    @discardableResult
    private func connect(
        _ server: TLSServer, _ configuration: Configuration, _ credential: Credential? = nil,
        host: String = "localhost", line: String
    ) throws -> Bool {
        var connection = try LiveClient.connection(to: server.port, host: host, configuration)
        try connection.handshake { challenge in
            guard challenge.protectionSpace.authenticationMethod == .clientCertificate, let credential else {
                return .performDefaultHandling
            }
            return .useCredential(credential)
        }
        try LiveClient.exchange(&connection, with: server, line)
        connection.close()
        return connection.record.handshake.clientCertificate?.isIdentitySent == true
    }

    @Test(arguments: LiveClient.versions)
    func `none is for one handshake`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested())
        let configuration = try LiveClient.configuration(version: version)
        let credential = Credential(identity: try LiveClient.identity("client"), persistence: .none)
        #expect(try connect(server, configuration, credential, line: "first"))
        #expect(try !connect(server, configuration, line: "second"))
    }

    @Test(arguments: LiveClient.versions)
    func `forSession is for a configuration and its copies, and for that host`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested())
        let configuration = try LiveClient.configuration(version: version)
        var other = try LiveClient.configuration(version: version)
        let credential = Credential(identity: try LiveClient.identity("client"))
        #expect(try connect(server, configuration, credential, line: "first"))
        var copy = configuration
        copy.deadline = .seconds(15)
        #expect(try connect(server, copy, host: "LOCALHOST", line: "second"))
        #expect(try !connect(server, configuration, host: "127.0.0.1", line: "third"))
        #expect(try !connect(server, other, line: "fourth"))
        other.credentialStorage = configuration.credentialStorage
        #expect(try connect(server, other, line: "fifth"))
        copy.credentialStorage = nil
        #expect(try !connect(server, copy, line: "sixth"))
        configuration.credentialStorage?.removeAll()
        #expect(try !connect(server, configuration, line: "seventh"))
    }

    @Test(arguments: LiveClient.versions)
    func `permanent is for every connection of the process`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested())
        defer { CredentialStorage.shared.remove(for: "localhost", port: server.port) }
        let credential = Credential(identity: try LiveClient.identity("client"), persistence: .permanent)
        #expect(try connect(server, LiveClient.configuration(version: version), credential, line: "first"))
        #expect(try connect(server, LiveClient.configuration(version: version), line: "second"))
        #expect(CredentialStorage.shared.credential(for: "localhost", port: server.port) != nil)
    }

    @Test(arguments: LiveClient.versions)
    func `what is remembered comes before what is configured, and is forgotten when it is refused`(
        version: ProtocolVersion
    ) throws {
        let server = try TLSServer.openssl(clients: .required())
        let stale = try LiveClient.identity("client-other")
        let configuration = try LiveClient.configuration(version: version, identity: "client")
        configuration.credentialStorage?.set(Credential(identity: stale), for: "localhost", port: server.port)
        var connection = try LiveClient.connection(to: server.port, configuration)
        if version == .tls12 {
            try connection.handshake()
        } else {
            try connection.handshake()
            var byte: [UInt8] = [0]
            var code: ConnectionError.Code?
            do throws(ConnectionError) {
                var span = byte.mutableSpan
                _ = try connection.read(into: &span, timeout: .seconds(10))
            } catch {
                code = error.code
            }
            #expect(code == .clientCertificateRejected)
            #expect(try connection.startAgain())
            try connection.handshake()
        }
        try LiveClient.exchange(&connection, with: server)
        #expect(connection.record.identitiesRefused == 1)
        #expect(configuration.credentialStorage?.credential(for: "localhost", port: server.port) == nil)
    }

    @Test func `the answer used least recently makes room`() throws {
        let storage = CredentialStorage()
        let credential = Credential(identity: try LiveClient.identity("client"))
        for number in 0..<32 { storage.set(credential, for: "host-\(number)") }
        #expect(storage.credential(for: "HOST-0") != nil)
        storage.set(credential, for: "one-more")
        #expect(storage.credential(for: "host-0") != nil)
        #expect(storage.credential(for: "host-1") == nil)
        #expect(storage.credential(for: "one-more") != nil)
        storage.remove(for: "one-more")
        #expect(storage.credential(for: "one-more") == nil)
    }

    @Test func `many threads share a storage`() async throws {
        let storage = CredentialStorage()
        let credential = Credential(identity: try LiveClient.identity("client"))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<2_000 {
                        storage.set(credential, for: "host-\((task * 7 + round) % 40)")
                        _ = storage.credential(for: "host-\(round % 40)")
                        if round % 100 == 99 { storage.removeAll() }
                    }
                }
            }
        }
        storage.set(credential, for: "after")
        #expect(storage.credential(for: "after") != nil)
    }
}
