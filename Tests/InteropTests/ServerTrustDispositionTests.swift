import Countersign
import TestSupport
import Testing

/// Each disposition of the server-trust challenge, live: what the server saw, and what the caller got.
@Suite struct ServerTrustDispositionTests {
    /// Shakes hands answering the server's trust with `answer`; returns the error, after checking the number of calls.
    private func attempt(
        _ server: TLSServer, _ version: ProtocolVersion, anchor: String = "root",
        record: (ConnectionRecord) -> Void = { _ in },
        _ answer: (borrowing AuthenticationChallenge) throws -> Disposition
    ) throws -> ConnectionError? {
        var connection = try LiveClient.connection(
            to: server.port, LiveClient.configuration(anchor: anchor, version: version))
        var calls = 0
        defer { #expect(calls == 1) }
        do throws(ConnectionError) {
            try connection.handshake { challenge in
                #expect(challenge.protectionSpace.authenticationMethod == .serverTrust)
                calls += 1
                return try answer(challenge)
            }
        } catch {
            record(connection.record)
            return error
        }
        record(connection.record)
        try LiveClient.exchange(&connection, with: server)
        connection.close()
        return nil
    }

    @Test(arguments: LiveClient.versions)
    func `an evaluated trust goes on`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        let error = try attempt(server, version) { record in
            #expect(record.handshake.serverTrust?.trustResult == .unspecified)
            #expect(record.handshake.serverTrust?.disposition == 0)
            #expect(record.handshake.version == version)
        } _: { challenge in
            var trust = challenge.protectionSpace.serverTrust!
            let path = try trust.evaluate()
            #expect(path.count == 3)
            return .useCredential(Credential(trust: trust))
        }
        #expect(error == nil)
    }

    @Test(arguments: LiveClient.versions)
    func `a trust that nobody evaluated goes on and the record shows it`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl("other-localhost")
        let error = try attempt(server, version) { record in
            #expect(record.handshake.serverTrust?.trustResult == .invalid)
        } _: { challenge in
            .useCredential(Credential(trust: challenge.protectionSpace.serverTrust!))
        }
        #expect(error == nil)
    }

    @Test(arguments: LiveClient.versions)
    func `default handling evaluates and goes on`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        let error = try attempt(server, version) { record in
            #expect(record.handshake.serverTrust?.trustResult == .unspecified)
            #expect(record.handshake.serverTrust?.disposition == 1)
        } _: { _ in
            .performDefaultHandling
        }
        #expect(error == nil)
    }

    @Test(arguments: LiveClient.versions)
    func `default handling refuses an unknown issuer and tells the server`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl("other-localhost")
        let error = try attempt(server, version) { _ in .performDefaultHandling }
        #expect(error?.code == .trustRefused)
        #expect(error?.trust?.code == .unknownIssuer)
        #expect(error?.alertSent == .unknownCA)
        #expect(try server.waitForAlert() == .fatal("unknown_ca"))
        #expect(!server.messagesReceived.contains("Finished"))
    }

    @Test(arguments: LiveClient.versions)
    func `no credential ends the handshake`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        let error = try attempt(server, version) { _ in .useCredential(nil) }
        #expect(error?.code == .cancelled)
        #expect(try server.waitForAlert() == .fatal("certificate_unknown"))
        #expect(!server.messagesReceived.contains("Finished"))
    }

    @Test(arguments: LiveClient.versions)
    func `cancel ends the handshake`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        let error = try attempt(server, version) { _ in .cancelAuthenticationChallenge }
        #expect(error?.code == .cancelled)
        #expect(try server.waitForAlert() == .fatal("certificate_unknown"))
        #expect(!server.messagesReceived.contains("Finished"))
    }

    @Test(arguments: LiveClient.versions)
    func `reject ends the handshake`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        let error = try attempt(server, version) { _ in .rejectProtectionSpace }
        #expect(error?.code == .cancelled)
        #expect(try server.waitForAlert() == .fatal("certificate_unknown"))
        #expect(!server.messagesReceived.contains("Finished"))
    }

    @Test(arguments: LiveClient.versions)
    func `a handler that throws cancels`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl()
        let error = try attempt(server, version) { record in
            #expect(record.didHandlerThrow)
        } _: { _ in
            throw HandlerError()
        }
        #expect(error?.code == .cancelled)
        #expect(try server.waitForAlert() == .fatal("certificate_unknown"))
    }

    @Test func `a verdict that a handler throws becomes the error and the alert`() throws {
        let server = try TLSServer.openssl("expired")
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        var found: ConnectionError?
        do throws(ConnectionError) {
            try connection.handshakeEvaluating { challenge throws(TrustError) in
                guard var trust = challenge.protectionSpace.serverTrust else { return .cancelAuthenticationChallenge }
                _ = try trust.evaluate()
                return .useCredential(Credential(trust: trust))
            }
        } catch {
            found = error
        }
        #expect(found?.trust?.code == .expired)
        #expect(try server.waitForAlert() == .fatal("certificate_expired"))
    }

    @Test func `a trust of another challenge is refused`() throws {
        let server = try TLSServer.openssl()
        var kept: Credential?
        let first = try attempt(server, .tls12) { challenge in
            kept = Credential(trust: challenge.protectionSpace.serverTrust!)
            return .useCredential(kept)
        }
        #expect(first == nil)
        let second = try attempt(server, .tls12) { _ in .useCredential(kept) }
        #expect(second?.code == .credentialMismatch)
    }

    @Test func `an identity is no answer to a server's trust`() throws {
        let server = try TLSServer.openssl()
        let identity = try LiveClient.identity("client")
        let error = try attempt(server, .tls12) { _ in .useCredential(Credential(identity: identity)) }
        #expect(error?.code == .credentialMismatch)
        #expect(!server.messagesReceived.contains("Finished"))
    }
}
