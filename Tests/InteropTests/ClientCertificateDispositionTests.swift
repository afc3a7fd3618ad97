import Countersign
import TestSupport
import Testing

/// Each disposition of the client-certificate challenge, live.
@Suite struct ClientCertificateDispositionTests {
    private func attempt(
        _ server: TLSServer, _ version: ProtocolVersion, configured: String? = nil,
        rounds: Int = 1, record: (ConnectionRecord) -> Void = { _ in },
        _ answer: (borrowing AuthenticationChallenge) throws -> Disposition
    ) throws -> ConnectionError? {
        var connection = try LiveClient.connection(
            to: server.port, LiveClient.configuration(version: version, identity: configured))
        var order: [AuthenticationMethod] = []
        defer { #expect(order == (0..<rounds).flatMap { _ in [.serverTrust, .clientCertificate] }) }
        do throws(ConnectionError) {
            try connection.handshake { challenge in
                order.append(challenge.protectionSpace.authenticationMethod)
                guard challenge.protectionSpace.authenticationMethod == .clientCertificate else {
                    return .performDefaultHandling
                }
                return try answer(challenge)
            }
            // In TLS 1.3 the server judges the client after the handshake is over for the client.
            do {
                try LiveClient.exchange(&connection, with: server)
            } catch let error as ConnectionError {
                throw error
            } catch {
                var byte: [UInt8] = [0]
                var span = byte.mutableSpan
                _ = try connection.read(into: &span, timeout: .seconds(10))
            }
        } catch {
            record(connection.record)
            return error
        }
        record(connection.record)
        connection.close()
        return nil
    }

    @Test(arguments: LiveClient.versions, ["client", "client-rsa"])
    func `an identity is sent with its intermediates`(version: ProtocolVersion, name: String) throws {
        let server = try TLSServer.openssl(clients: .required(anchor: "all-roots"))
        let identity = try LiveClient.identity(name)
        let error = try attempt(server, version) { record in
            #expect(record.handshake.clientCertificate?.isIdentitySent == true)
        } _: { challenge in
            #expect(challenge.proposedCredential == nil)
            return .useCredential(Credential(identity: identity))
        }
        #expect(error == nil)
        #expect(server.log.contains("depth=1") || server.log.contains("depth 1"), "\(server.log)")
    }

    @Test(arguments: LiveClient.versions)
    func `intermediates may come with the credential, the leaf and the root among them`(
        version: ProtocolVersion
    ) throws {
        let server = try TLSServer.openssl(clients: .required())
        let bare = try Identity(certificatePath: Fixtures.path("client.pem"), keyPath: Fixtures.path("client.key.pem"))
        #expect(bare.certificates.count == 1)
        let others = try ["root", "intermediate", "client"].map { try Fixtures.bytes("\($0).der") }
        let credential = try Credential(identity: bare, certificates: others)
        let error = try attempt(server, version) { _ in .useCredential(credential) }
        #expect(error == nil)
    }

    @Test(arguments: LiveClient.versions)
    func `default handling sends the configured identity`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .required())
        let error = try attempt(server, version, configured: "client") { challenge in
            #expect(challenge.proposedCredential != nil)
            return .performDefaultHandling
        }
        #expect(error == nil)
    }

    @Test(arguments: LiveClient.versions)
    func `default handling without an identity goes on without one`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested())
        let error = try attempt(server, version) { record in
            #expect(record.handshake.clientCertificate?.isIdentitySent == false)
        } _: { _ in
            .performDefaultHandling
        }
        #expect(error == nil)
    }

    @Test(arguments: LiveClient.versions)
    func `reject and no credential go on without a certificate`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested())
        #expect(try attempt(server, version, configured: "client") { _ in .rejectProtectionSpace } == nil)
        #expect(try attempt(server, version, configured: "client") { _ in .useCredential(nil) } == nil)
    }

    @Test(arguments: LiveClient.versions)
    func `a server that requires a certificate ends it when none comes`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .required())
        let error = try attempt(server, version) { _ in .rejectProtectionSpace }
        #expect(error?.code == .clientCertificateRequired)
        #expect(error?.alertReceived == (version == .tls13 ? .certificateRequired : .handshakeFailure))
    }

    @Test(arguments: LiveClient.versions)
    func `a certificate that the server does not know is refused by it`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .required())
        let identity = try LiveClient.identity("client-other")
        // In TLS 1.2 the handler is asked again, and has nothing else.
        let rounds = version == .tls12 ? 2 : 1
        let error = try attempt(server, version, rounds: rounds) { _ in
            .useCredential(Credential(identity: identity))
        }
        #expect(error?.code == .clientCertificateRejected)
        #expect(error?.alertReceived == .unknownCA)
    }

    @Test(arguments: LiveClient.versions)
    func `cancel ends the handshake`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested())
        let error = try attempt(server, version) { _ in .cancelAuthenticationChallenge }
        #expect(error?.code == .cancelled)
        #expect(try server.waitForAlert().name == "user_canceled")
        #expect(!server.messagesReceived.contains("Finished"))
    }

    @Test(arguments: LiveClient.versions)
    func `a handler that throws cancels`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested())
        let error = try attempt(server, version) { _ in throw HandlerError() }
        #expect(error?.code == .cancelled)
    }

    @Test(arguments: LiveClient.versions)
    func `a trust is no answer to the question for a certificate`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested())
        var trusted: Credential?
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        var code: ConnectionError.Code?
        do throws(ConnectionError) {
            try connection.handshake { challenge in
                if let trust = challenge.protectionSpace.serverTrust { trusted = Credential(trust: trust) }
                return .useCredential(trusted)
            }
        } catch {
            code = error.code
        }
        #expect(code == .credentialMismatch)
    }

    @Test(arguments: LiveClient.versions)
    func `the challenge names the acceptable issuers and signature schemes`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .requested(anchor: "all-roots"))
        var names: [String] = []
        var schemes = 0
        let error = try attempt(server, version) { challenge in
            let list = challenge.protectionSpace.distinguishedNames
            for index in 0..<list.count { names.append(try DistinguishedName(list[index]).text) }
            schemes = challenge.protectionSpace.signatureSchemes.count
            return .rejectProtectionSpace
        }
        #expect(error == nil)
        #expect(names.count == 3, "\(names)")
        #expect(schemes > 0)
    }

    @Test(arguments: LiveClient.versions)
    func `a server that does not ask raises one challenge only`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        var connection = try LiveClient.connection(
            to: server.port, LiveClient.configuration(version: version, identity: "client"))
        var methods: [AuthenticationMethod] = []
        try connection.handshake { challenge in
            methods.append(challenge.protectionSpace.authenticationMethod)
            return .performDefaultHandling
        }
        try LiveClient.exchange(&connection, with: server)
        #expect(methods == [.serverTrust])
        #expect(connection.record.handshake.clientCertificate == nil)
    }
}
