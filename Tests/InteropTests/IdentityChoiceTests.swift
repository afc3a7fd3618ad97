import Countersign
import Foundation
import TestSupport
import Testing

/// Choosing among identities by what the server asks for, and what of them goes on the wire.
@Suite struct IdentityChoiceTests {
    private static let names = ["client-other", "client", "client-rsa"]

    /// Which of the identities a server's request chooses.
    private func choice(_ server: TLSServer, _ version: ProtocolVersion) throws -> String? {
        let identities = try Self.names.map(LiveClient.identity)
        var chosen: String?
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        try connection.handshake { challenge in
            let space = challenge.protectionSpace
            guard space.authenticationMethod == .clientCertificate else {
                let isAccepted = space.accepts(identities[0])
                #expect(!isAccepted)
                return .performDefaultHandling
            }
            let identity = space.firstIdentity(among: identities)
            chosen = identities.firstIndex { $0 === identity }.map { Self.names[$0] }
            return .rejectProtectionSpace
        }
        connection.close()
        return chosen
    }

    @Test(arguments: LiveClient.versions)
    func `the identity is chosen by the issuers that the server names`(version: ProtocolVersion) throws {
        for (anchor, name) in [("root", "client"), ("rsa-root", "client-rsa"), ("other-root", "client-other")] {
            let server = try TLSServer.openssl(clients: .requested(anchor: anchor))
            #expect(try choice(server, version) == name)
        }
        // None of them was issued below this one.
        #expect(try choice(TLSServer.openssl(clients: .requested(anchor: "p384-root")), version) == nil)
    }

    @Test(arguments: LiveClient.versions)
    func `the issuer of an intermediate counts, and so does that of the leaf`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested(anchor: "intermediate"))
        #expect(try choice(server, version) == "client")
    }

    @Test(arguments: LiveClient.versions)
    func `a server that names no issuers takes any`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(arguments: ["-verify", "5"])
        #expect(try choice(server, version) == "client-other")
    }

    @Test(arguments: LiveClient.versions)
    func `the identity is chosen by the kind of key that the server accepts`(version: ProtocolVersion) throws {
        let wants = version == .tls12 ? "RSA+SHA256" : "rsa_pss_rsae_sha256"
        let server = try TLSServer.openssl(
            clients: .requested(anchor: "all-roots"), arguments: ["-client_sigalgs", wants])
        #expect(try choice(server, version) == "client-rsa")
        let other = try TLSServer.openssl(
            clients: .requested(anchor: "all-roots"), arguments: ["-client_sigalgs", "ECDSA+SHA256"])
        #expect(try choice(other, version) == "client")
    }

    @Test(arguments: LiveClient.versions)
    func `a hundred named issuers are all looked at`(version: ProtocolVersion) throws {
        // Names that the client's issuers stand behind: openssl sends a file's subjects in the order of the file.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("names-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var text = ""
        for number in 0..<100 {
            let certificate = folder.appendingPathComponent("\(number).pem").path
            let made = try run([
                "openssl", "req", "-x509", "-key", try Fixtures.path("root.key.pem"), "-days", "30", "-subj",
                "/CN=Authority \(number)", "-out", certificate,
            ])
            #expect(made.exitCode == 0)
            text += try String(contentsOfFile: certificate, encoding: .utf8)
        }
        text += try Fixtures.text("rsa-root.pem")
        let list = folder.appendingPathComponent("list.pem")
        try text.write(to: list, atomically: true, encoding: .utf8)
        let server = try TLSServer.openssl(arguments: ["-verify", "5", "-CAfile", list.path])
        #expect(try choice(server, version) == "client-rsa")
    }

    @Test(arguments: LiveClient.versions)
    func `default handling chooses among several identities`(version: ProtocolVersion) throws {
        var configuration = try LiveClient.configuration(version: version)
        configuration.identities = try Self.names.map(LiveClient.identity)
        for server in [
            try TLSServer.openssl(clients: .required(anchor: "rsa-root")),
            try TLSServer.gnutls(clients: .required(anchor: "rsa-root")),
        ] {
            var connection = try LiveClient.connection(to: server.port, configuration)
            try connection.handshake()
            #expect(connection.record.handshake.clientCertificate?.isIdentitySent == true)
            try connection.write("hello\n", timeout: .seconds(10))
            if server.log.contains("ACCEPT") { try server.wait(for: "hello") }
        }
    }

    @Test(arguments: LiveClient.versions, [true, false])
    func `the leaf goes first, its intermediates after it, and the root not at all`(
        version: ProtocolVersion, isRootFirst: Bool
    ) throws {
        let chain = try Fixtures.chain("client")
        let root = try Fixtures.bytes("root.der")
        let identity = try Identity(
            certificates: isRootFirst ? [root, chain[1], chain[0]] : [chain[0], chain[1], root, chain[0]],
            privateKey: PrivateKey(Fixtures.bytes("client.key.pem")))
        let server = try TLSServer.openssl(clients: .required())
        var configuration = try LiveClient.configuration(version: version)
        configuration.identity = identity
        var connection = try LiveClient.connection(to: server.port, configuration)
        try connection.handshake()
        try LiveClient.exchange(&connection, with: server)
        let message = try #require(server.messagesReceived(named: "Certificate").last)
        // RFC 5246 §7.4.2 and RFC 8446 §4.4.2; the latter has an empty context, and extensions after each.
        var entries: [[UInt8]] = []
        var position = version == .tls13 ? 8 : 7
        while position + 3 <= message.count {
            let count = Int(message[position]) << 16 | Int(message[position + 1]) << 8 | Int(message[position + 2])
            entries.append(Array(message[(position + 3)..<(position + 3 + count)]))
            position += 3 + count + (version == .tls13 ? 2 : 0)
        }
        #expect(entries == chain)
    }
}
