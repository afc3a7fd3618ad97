import Countersign
import TestSupport
import Testing

/// Mutual TLS with identities out of key stores that other software wrote.
@Suite struct ImportedIdentityTests {
    /// A store and its passphrase. All hold the same client certificate by the same intermediate.
    static let stores: [(file: String, passphrase: String)] = [
        ("openssl-default.p12", "111111"), ("openssl-legacy.p12", "111111"), ("openssl-rsa.p12", "111111"),
        ("openssl-nomac.p12", "111111"), ("openssl-empty.p12", ""), ("openssl-emoji.p12", "🔐 key 🗝"),
        ("java.p12", "changeit"), ("java-legacy.p12", "changeit"), ("gnutls-rc2-40.p12", "1234"),
        ("gnutls-aes-256.p12", "1234"), ("python-3des.p12", "pässword"),
    ]

    private func identity(_ store: (file: String, passphrase: String)) throws -> Identity? {
        // A tool that isn't installed has written no store.
        guard (try? Fixtures.path("import/\(store.file)")) != nil else { return nil }
        return try Identity.importing(
            Fixtures.bytes("import/\(store.file)"), passphrase: Passphrase(store.passphrase))
    }

    private func connect(_ identity: Identity, to server: TLSServer, _ version: ProtocolVersion) throws {
        var configuration = try LiveClient.configuration(version: version)
        configuration.identity = identity
        var connection = try LiveClient.connection(to: server.port, configuration)
        try connection.handshake()
        #expect(connection.record.handshake.clientCertificate?.isIdentitySent == true)
        try LiveClient.exchange(&connection, with: server)
    }

    @Test(arguments: stores, LiveClient.versions)
    func `openssl accepts the identity of every store`(
        store: (file: String, passphrase: String), version: ProtocolVersion
    ) throws {
        guard let identity = try identity(store) else { return }
        let server = try TLSServer.openssl(clients: .required(anchor: "import/root"))
        try connect(identity, to: server, version)
    }

    @Test(arguments: stores, LiveClient.versions)
    func `gnutls-serv accepts the identity of every store`(
        store: (file: String, passphrase: String), version: ProtocolVersion
    ) throws {
        guard let identity = try identity(store) else { return }
        let server = try TLSServer.gnutls(clients: .required(anchor: "import/root"))
        var configuration = try LiveClient.configuration(version: version)
        configuration.identity = identity
        var connection = try LiveClient.connection(to: server.port, configuration)
        try connection.handshake()
        #expect(connection.record.handshake.clientCertificate?.isIdentitySent == true)
        try connection.write("hello\n", timeout: .seconds(10))
    }
}
