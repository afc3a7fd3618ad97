import Countersign
import Foundation
import TestSupport
import Testing

/// Keys that are not in this process: here, openssl has them.
@Suite struct ExternalIdentityTests {
    /// Lets openssl sign a digest.
    private static func sign(_ request: borrowing SignatureRequest) -> [UInt8]? {
        let digest = request.digest.indices.map { request.digest[$0] }
        let hash = request.hash == .sha256 ? "sha256" : "sha384"
        return openssl(digest, ["-sign", "-pkeyopt", "digest:" + hash])
    }

    /// The same for a device that only does the arithmetic: RFC 8017 §8.2.1 and §9.2 are done here.
    private static func signDigestInfo(_ request: borrowing SignatureRequest) -> [UInt8]? {
        let info = request.digestInfo
        let padding = [UInt8](repeating: 0xFF, count: request.signatureCount - info.count - 3)
        return openssl([0, 1] + padding + [0] + info, ["-decrypt", "-pkeyopt", "rsa_padding_mode:none"])
    }

    private static func openssl(_ bytes: [UInt8], _ arguments: [String]) -> [UInt8]? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sign-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let input = folder.appendingPathComponent("input")
            let output = folder.appendingPathComponent("output")
            try Data(bytes).write(to: input)
            let command = ["openssl", "pkeyutl", "-inkey", try Fixtures.path("client-rsa.key.pem")] + arguments
            let made = try run(command + ["-in", input.path, "-out", output.path])
            return made.exitCode == 0 ? [UInt8](try Data(contentsOf: output)) : nil
        } catch {
            return nil
        }
    }

    private func attempt(
        _ server: TLSServer, version: ProtocolVersion = .tls12, deadline: Duration = .seconds(20),
        sign: @escaping @Sendable (borrowing SignatureRequest) -> [UInt8]?
    ) throws -> ConnectionError? {
        var configuration = try LiveClient.configuration(version: version)
        configuration.deadline = deadline
        var connection = try LiveClient.connection(to: server.port, configuration)
        do throws(ConnectionError) {
            try connection.handshake { challenge in
                guard challenge.protectionSpace.authenticationMethod == .clientCertificate else {
                    return .performDefaultHandling
                }
                // Nobody but the handshake keeps it.
                let identity = try ExternalIdentity(certificates: Fixtures.chain("client-rsa"), sign: sign)
                let isAccepted = challenge.protectionSpace.accepts(identity)
                #expect(isAccepted == (version == .tls12))
                return .useCredential(Credential(identity: identity, persistence: .none))
            }
        } catch {
            return error
        }
        try LiveClient.exchange(&connection, with: server)
        return nil
    }

    @Test func `openssl accepts what an external key has signed`() throws {
        let server = try TLSServer.openssl(clients: .required(anchor: "rsa-root"))
        #expect(try attempt(server, sign: Self.sign)?.text == nil)
        #expect(try attempt(server, sign: Self.signDigestInfo)?.text == nil)
    }

    @Test func `it signs SHA-384 where the cipher suite has it`() throws {
        let server = try TLSServer.openssl(
            clients: .required(anchor: "rsa-root"), arguments: ["-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"])
        #expect(try attempt(server, sign: Self.sign)?.text == nil)
        #expect(try attempt(server, sign: Self.signDigestInfo)?.text == nil)
    }

    @Test func `a key that does not sign ends the handshake`() throws {
        let server = try TLSServer.openssl(clients: .required(anchor: "rsa-root"))
        #expect(try attempt(server) { _ in nil }?.code == .credentialRefused)
        #expect(try attempt(server) { _ in [1, 2, 3] }?.code == .credentialRefused)
    }

    @Test func `a signature that does not verify is not sent`() throws {
        let server = try TLSServer.openssl(clients: .required(anchor: "rsa-root"))
        let error = try attempt(server) { [UInt8](repeating: 1, count: $0.signatureCount) }
        #expect(error?.code == .credentialRefused)
        #expect(try server.waitForAlert() == .fatal("internal_error"))
        #expect(!server.messagesReceived.contains("CertificateVerify"))
    }

    @Test func `a key that takes too long ends the handshake at the deadline`() throws {
        let server = try TLSServer.openssl(clients: .required(anchor: "rsa-root"))
        let error = try attempt(server, deadline: .seconds(1)) { request in
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1.5)
            return ExternalIdentityTests.sign(request)
        }
        #expect(error?.code == .timedOut)
    }

    @Test(.enabled(if: LibraryVersion.supportsTLS13))
    func `in TLS 1,3 it is refused before anything is sent`() throws {
        let server = try TLSServer.openssl(clients: .required(anchor: "rsa-root"))
        let error = try attempt(server, version: .tls13) { _ in
            Issue.record("it was asked to sign")
            return nil
        }
        #expect(error?.code == .unsupported)
        #expect(try server.waitForAlert() == .fatal("internal_error"))
        #expect(!server.messagesReceived.contains("Certificate"))
    }

    @Test func `an elliptic curve's key is refused at once, and so is no certificate`() throws {
        var codes: [ImportError.Code] = []
        for chain in [try Fixtures.chain("client"), []] {
            do throws(ImportError) {
                _ = try ExternalIdentity(certificates: chain) { _ in nil }
            } catch {
                codes.append(error.code)
            }
        }
        #expect(codes == [.unsupportedAlgorithm, .noCertificate])
    }
}
