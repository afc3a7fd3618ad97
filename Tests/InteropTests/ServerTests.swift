import TestSupport
import Testing

/// The servers that the live tests talk to, tried with a client that isn't ours.
@Suite struct ServerTests {
    @Test(arguments: ["localhost", "rsa-localhost", "p384-localhost"])
    func `openssl serves each kind of chain`(identity: String) throws {
        let server = try TLSServer.openssl(identity)
        let client = try OpenSSLClient.run(port: server.port, anchor: "all-roots", stdin: "hello there\n")
        #expect(client.exitCode == 0, "\(client)")
        try server.wait(for: "hello there")
        #expect(server.messagesReceived.contains("Finished"))
    }

    @Test func `openssl reports the alert that it got`() throws {
        let server = try TLSServer.openssl()
        let client = try OpenSSLClient.run(port: server.port, anchor: "other-root")
        #expect(client.exitCode == 1, "\(client)")
        #expect(try server.waitForAlert() == .fatal("unknown_ca"))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `openssl demands a client certificate`(version: String) throws {
        let server = try TLSServer.openssl(clients: .required(), arguments: [version])
        let stranger = try OpenSSLClient.run(port: server.port, stdin: "x\n")
        try server.process.errors.wait(forText: "peer did not return a certificate")
        #expect(server.alertsSent.contains { $0.level == "fatal" }, "\(stranger)")
        let friend = try OpenSSLClient.run(port: server.port, identity: "client", stdin: "I have one\n")
        #expect(friend.exitCode == 0, "\(friend)")
        try server.wait(for: "I have one")
    }

    @Test func `openssl sends what the test writes`() throws {
        let server = try TLSServer.openssl()
        let client = try ChildProcess(["openssl", "s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet"])
        try server.wait(for: "END SSL SESSION PARAMETERS")
        server.write("from the server\n")
        try client.output.wait(forText: "from the server")
    }

    @Test func `openssl reverses lines when it echoes`() throws {
        let server = try TLSServer.openssl(service: .echo)
        let client = try ChildProcess(["openssl", "s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet"])
        client.write(Array("olleh\n".utf8))
        try client.output.wait(forText: "hello")
    }

    @Test func `a weak key is served when asked for`() throws {
        let server = try TLSServer.openssl("rsa-1024", isWeak: true)
        let client = try OpenSSLClient.run(
            port: server.port, anchor: "rsa-root", arguments: ["-cipher", "ALL:@SECLEVEL=0"], stdin: "x\n")
        #expect(client.exitCode == 0, "\(client)")
    }

    @Test func `gnutls echoes`() throws {
        let server = try TLSServer.gnutls()
        let client = try ChildProcess(["openssl", "s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet"])
        client.write(Array("hello\n".utf8))
        try client.output.wait(forText: "hello")
    }

    @Test func `gnutls demands a client certificate`() throws {
        let server = try TLSServer.gnutls(clients: .required(), priority: "NORMAL:-VERS-TLS1.3")
        let stranger = try OpenSSLClient.run(port: server.port, stdin: "x\n")
        #expect(stranger.exitCode == 1, "\(stranger)")
        let friend = try OpenSSLClient.run(port: server.port, identity: "client", stdin: "x\n")
        #expect(friend.exitCode == 0, "\(friend)")
    }

    @Test(.enabled(if: TLSServer.hasNginx, "nginx isn't installed"))
    func `nginx answers`() throws {
        let server = try TLSServer.nginx()
        let request = "GET / HTTP/1.0\r\n\r\n"
        let client = try OpenSSLClient.run(port: server.port, arguments: ["-ign_eof"], stdin: request)
        #expect(client.stdout.contains("hello from nginx"), "\(client)")
    }

    @Test func `a server that cannot start says why`() throws {
        let error = #expect(throws: TestSupportError.self) {
            try TLSServer.openssl(arguments: ["-no-such-option"])
        }
        #expect(error?.description.contains("no-such-option") == true)
    }

    @Test func `a server ends with its last reference`() throws {
        var server: TLSServer? = try TLSServer.openssl()
        let port = try #require(server?.port)
        server = nil
        #expect(throws: TestSupportError.self) { try Wire.connect(to: port) }
    }
}
