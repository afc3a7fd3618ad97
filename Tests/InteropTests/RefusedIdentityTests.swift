import Countersign
import TestSupport
import Testing

/// What happens after a server has refused an identity.
@Suite struct RefusedIdentityTests {
    /// Shakes hands and waits for the server's verdict, beginning again as long as it is a refusal in TLS 1.3, where only
    /// reading tells.
    private func connect(
        _ connection: inout Connection, _ server: TLSServer,
        _ handler: (borrowing AuthenticationChallenge) -> Disposition
    ) throws -> ConnectionError? {
        while true {
            do throws(ConnectionError) {
                try connection.handshake(handler)
                try connection.write("hello\n", timeout: .seconds(10))
                do {
                    try server.wait(for: "hello", within: .seconds(3))
                    return nil
                } catch {
                    var byte: [UInt8] = [0]
                    var span = byte.mutableSpan
                    _ = try connection.read(into: &span, timeout: .seconds(10))
                    return nil
                }
            } catch {
                guard connection.negotiatedVersion == .tls13, error.code == .clientCertificateRejected,
                    try connection.startAgain()
                else { return error }
            }
        }
    }

    @Test(arguments: LiveClient.versions)
    func `the handler is asked again, and another identity is accepted`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .required())
        let wrong = try LiveClient.identity("client-other")
        let right = try LiveClient.identity("client")
        var counts: [Int] = []
        var alerts: [Alert?] = []
        var configuration = try LiveClient.configuration(version: version)
        configuration.identity = wrong
        var connection = try LiveClient.connection(to: server.port, configuration)
        let error = try connect(&connection, server) { challenge in
            guard challenge.protectionSpace.authenticationMethod == .clientCertificate else {
                return .performDefaultHandling
            }
            counts.append(challenge.previousFailureCount)
            alerts.append(challenge.error)
            #expect((challenge.proposedCredential == nil) == (counts.count > 1))
            return .useCredential(counts.count == 1 ? challenge.proposedCredential : Credential(identity: right))
        }
        #expect(error == nil)
        #expect(counts == [0, 1])
        #expect(alerts == [nil, .unknownCA])
        #expect(connection.record.identitiesRefused == 1)
    }

    @Test(arguments: LiveClient.versions)
    func `a refused identity is not offered again, whoever asks for it`(version: ProtocolVersion) throws {
        let wrong = try LiveClient.identity("client-other")
        for disposition in [
            Disposition.useCredential(Credential(identity: wrong)), .performDefaultHandling,
        ] {
            let server = try TLSServer.openssl(clients: .required())
            var configuration = try LiveClient.configuration(version: version)
            configuration.identity = wrong
            var connection = try LiveClient.connection(to: server.port, configuration)
            let error = try connect(&connection, server) { challenge in
                challenge.protectionSpace.authenticationMethod == .serverTrust ? .performDefaultHandling : disposition
            }
            #expect(error?.code == .clientCertificateRejected)
            #expect(error?.alertReceived == .unknownCA)
            #expect(server.messagesReceived(named: "Certificate").count == 1)
        }
    }

    /// SDWebImage's rule: the credential the first time, cancel from then on.
    @Test(arguments: LiveClient.versions)
    func `a handler that cancels the second time learns of the refusal`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .required())
        let credential = Credential(identity: try LiveClient.identity("client-other"))
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        let error = try connect(&connection, server) { challenge in
            guard challenge.protectionSpace.authenticationMethod == .clientCertificate else {
                return .performDefaultHandling
            }
            return challenge.previousFailureCount == 0 ? .useCredential(credential) : .cancelAuthenticationChallenge
        }
        #expect(error?.code == .clientCertificateRejected)
        #expect(error?.alertReceived == .unknownCA)
        #expect(connection.record.handshake.clientCertificate?.disposition == 2)
    }

    @Test(arguments: LiveClient.versions)
    func `three refusals are enough`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .required())
        var asked = 0
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        let error = try connect(&connection, server) { challenge in
            guard challenge.protectionSpace.authenticationMethod == .clientCertificate,
                let identity = try? LiveClient.identity("client-other")
            else { return .performDefaultHandling }
            asked += 1
            return .useCredential(Credential(identity: identity))
        }
        #expect(error?.code == .clientCertificateRejected)
        #expect(asked == 3)
        #expect(connection.record.identitiesRefused == 3)
    }

    @Test func `default handling goes on to the next configured identity in TLS 1.2`() throws {
        let server = try TLSServer.openssl(
            clients: .ignored,
            arguments: ["-Verify", "5", "-verify_return_error", "-CAfile", Fixtures.path("root.pem")])
        var configuration = try LiveClient.configuration(version: .tls12)
        // Both fit what the server names; the first is out of date.
        configuration.identities = [try LiveClient.identity("expired"), try LiveClient.identity("client")]
        var connection = try LiveClient.connection(to: server.port, configuration)
        try connection.handshake()
        try LiveClient.exchange(&connection, with: server)
        #expect(connection.record.identitiesRefused == 1)
        #expect(connection.record.addressesTried == 2)
    }

    @Test(arguments: LiveClient.versions)
    func `a connection that lacked a certificate can start again with one`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .required())
        let identity = try LiveClient.identity("client")
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        #expect(try !connection.startAgain())
        let error = try connect(&connection, server) { challenge in
            challenge.protectionSpace.authenticationMethod == .serverTrust
                ? .performDefaultHandling : .rejectProtectionSpace
        }
        #expect(error?.code == .clientCertificateRequired)
        #expect(try connection.startAgain())
        // This time in an event loop's way.
        loop: while true {
            switch try connection.advance() {
            case .finished: break loop
            case .wantsRead, .wantsWrite: continue
            case .challenge(.serverTrust): connection.resolve(.performDefaultHandling)
            case .challenge(.clientCertificate):
                #expect(connection.challenge?.previousFailureCount == 1)
                connection.resolve(.useCredential(Credential(identity: identity)))
            }
        }
        try LiveClient.exchange(&connection, with: server)
    }

    @Test(.enabled(if: LibraryVersion.supportsTLS13))
    func `a refusal after the handshake is told by writing too`() throws {
        let server = try TLSServer.openssl(clients: .required())
        var connection = try LiveClient.connection(
            to: server.port, LiveClient.configuration(version: .tls13, identity: "client-other"))
        try connection.handshake()
        try server.wait(for: "unknown_ca")
        // It is gone now; the first write learns that, and the second fails.
        server.stop()
        var error: ConnectionError?
        for _ in 0..<100 where error == nil {
            do throws(ConnectionError) {
                try connection.write("hello\n", timeout: .seconds(5))
            } catch let failure {
                error = failure
            }
        }
        #expect(error?.code == .clientCertificateRejected)
        #expect(connection.record.identitiesRefused == 1)
    }
}
