import Countersign
import TestSupport
import Testing

/// Alamofire's manager, live: the host's evaluator decides, and a host without one is refused or left to the default.
@Suite struct TrustManagerTests {
    private func failure(
        _ server: TLSServer, _ manager: ServerTrustManager, anchor: String = "all-roots"
    ) throws -> ConnectionError? {
        var connection = try LiveClient.connection(
            to: server.port, try LiveClient.configuration(anchor: anchor))
        defer { connection.close() }
        do throws(ConnectionError) {
            try connection.handshakeEvaluating { challenge throws(TrustError) in
                try manager.disposition(for: challenge)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test func `the host's evaluator decides`() throws {
        let pinned = try PinnedCertificates(certificates: [Fixtures.bytes("localhost.pem")])
        let manager = try ServerTrustManager([
            ("localhost", try PinnedCertificatesTrustEvaluator(pinned)), ("*.example.com", DefaultTrustEvaluator()),
        ])
        #expect(try failure(.openssl("localhost"), manager) == nil)
        let other = try failure(.openssl("rsa-localhost"), manager)
        #expect(other?.code == .trustRefused)
        #expect(other?.trust?.code == .pinMismatch)
        #expect(other?.alertSent == .badCertificate)
    }

    @Test func `a host without an evaluator is refused, or judged by default where that is said`() throws {
        let strict = try ServerTrustManager([("example.com", DefaultTrustEvaluator())])
        let refused = try failure(.openssl(), strict)
        #expect(refused?.trust?.code == .noEvaluator)
        let lenient = try ServerTrustManager(
            allHostsMustBeEvaluated: false, [("example.com", DefaultTrustEvaluator())])
        #expect(try failure(.openssl(), lenient) == nil)
        #expect(try failure(.openssl("other-localhost"), lenient, anchor: "root")?.trust?.code == .unknownIssuer)
    }
}
