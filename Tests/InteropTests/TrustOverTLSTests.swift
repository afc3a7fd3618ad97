import Countersign
import TestSupport
import Testing

/// The first trust evaluation, over real connections: what must be accepted, and what must be refused and why.
@Suite struct TrustOverTLSTests {
    private func verdict(
        _ server: TLSServer, host: String = "localhost", anchor: String = "all-roots", date: Int64 = Fixtures.clock
    ) throws -> ConnectionError? {
        var configuration = try LiveClient.configuration(anchor: anchor)
        configuration.verifyDate = UnixTime(seconds: date)
        var connection = try LiveClient.connection(to: server.port, host: host, configuration)
        do throws(ConnectionError) {
            try connection.handshake()
        } catch {
            return error
        }
        try connection.write("hello\n")
        connection.close()
        return nil
    }

    @Test(
        arguments: [
            "localhost", "rsa-localhost", "p384-localhost", "localhost-by-root", "ip-only", "long",
            "constrained-noncritical-inside",
        ])
    func `good chains are accepted`(identity: String) throws {
        let host = identity == "ip-only" ? "127.0.0.1" : "localhost"
        #expect(try verdict(TLSServer.openssl(identity), host: host) == nil)
        #expect(try verdict(TLSServer.gnutls(identity), host: host) == nil)
    }

    @Test func `an address is found among the address names only`() throws {
        #expect(try verdict(TLSServer.openssl(), host: "127.0.0.1") == nil)
        #expect(try verdict(TLSServer.openssl(), host: "::1") == nil)
        #expect(try verdict(TLSServer.openssl("dns-only"), host: "127.0.0.1")?.trust?.code == .identifierMismatch)
        #expect(try verdict(TLSServer.openssl("ip-only"), host: "localhost")?.trust?.code == .identifierMismatch)
    }

    @Test(
        arguments: [
            ("expired", TrustError.Code.expired, Alert.certificateExpired),
            ("not-yet-valid", .notYetValid, .certificateExpired),
            ("other-localhost", .unknownIssuer, .unknownCA),
            ("self-signed", .unknownIssuer, .unknownCA),
            ("wrong-eku", .extendedKeyUsageForbidden, .unsupportedCertificate),
            ("no-san", .identifierMismatch, .badCertificate),
            ("dns-only", .identifierMismatch, .badCertificate),
            ("constrained-noncritical-outside", .nameConstraintViolation, .badCertificate),
        ])
    func `bad chains are refused with the reason and the alert`(
        identity: String, code: TrustError.Code, alert: Alert
    ) throws {
        let server = try TLSServer.openssl(identity)
        let anchor = identity == "other-localhost" ? "root" : "all-roots"
        let error = try #require(try verdict(server, anchor: anchor))
        #expect(error.code == .trustRefused)
        #expect(error.trust?.code == code, "\(error)")
        #expect(error.alertSent == alert)
        #expect(try server.waitForAlert().name == alert.name.description)
    }

    @Test(arguments: ["rsa-1024", "sha1"])
    func `weak keys and digests are refused`(identity: String) throws {
        let server = try TLSServer.openssl(identity, isWeak: true)
        let error = try #require(try verdict(server))
        #expect(error.trust?.code == (identity == "sha1" ? .weakDigest : .weakKey), "\(error)")
    }

    @Test(arguments: ["unknown-critical", "constrained-critical-inside", "ed25519"])
    func `what mbedTLS cannot read is named`(identity: String) throws {
        let server = try TLSServer.openssl(identity, arguments: identity == "ed25519" ? ["-tls1_2"] : [])
        let error = try #require(try verdict(server))
        guard error.code == .peerCertificateRefused else {
            // A later mbedTLS may read it; then the evaluation judges.
            #expect([.trustRefused, .noCommonParameters, .alertReceived].contains(error.code), "\(error)")
            return
        }
        #expect(error.certificateIndex == (identity == "constrained-critical-inside" ? 1 : 0))
    }

    @Test func `a missing intermediate is an unknown issuer`() throws {
        let server = try TLSServer.openssl("localhost", chain: "missing-intermediate")
        #expect(try verdict(server)?.trust?.code == .unknownIssuer)
    }

    @Test(arguments: ["out-of-order", "with-root", "cross-signed-both"])
    func `odd chains with a good path in them are accepted`(chain: String) throws {
        // GnuTLS would put the chain in order, or cut it, before it sends it.
        #expect(try verdict(TLSServer.openssl("localhost", chain: chain)) == nil)
    }

    @Test func `the same chain is judged by the date given`() throws {
        let server = try TLSServer.openssl()
        #expect(try verdict(server, date: 0)?.trust?.code == .notYetValid)
        #expect(try verdict(server, date: 4_102_444_800)?.trust?.code == .expired)
        #expect(try verdict(server) == nil)
    }

    @Test func `a floor date stands in for a clock that was never set`() throws {
        let server = try TLSServer.openssl()
        var configuration = try LiveClient.configuration()
        configuration.verifyDate = nil
        configuration.floorDate = UnixTime(seconds: 4_102_444_800)
        var connection = try LiveClient.connection(to: server.port, configuration)
        var code: TrustError.Code?
        do throws(ConnectionError) { try connection.handshake() } catch { code = error.trust?.code }
        #expect(code == .expired)
    }
}
