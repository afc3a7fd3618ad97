import Countersign
import Foundation
import TestSupport
import Testing

/// Alamofire's evaluators, each on both sides.
@Suite struct EvaluatorTests {
    /// Judges a fixture's chain with the anchors of `root`; nil when it is accepted.
    private func verdict(
        _ evaluator: any ServerTrustEvaluating, _ chain: String = "localhost", host: String = "localhost",
        anchor: String = "root"
    ) throws -> TrustError.Code? {
        let chain = CertificateChain(certificates: try Fixtures.chain(chain))
        let anchors = AnchorStore(derOrPEM: try Fixtures.bytes("\(anchor).pem"))
        let host = ReferenceIdentifier(host: Array(host.utf8).span)
        let trust = ServerTrust(
            certificateChain: chain.list, defaultAnchors: anchors.view,
            policy: .ssl(server: true, hostname: host), verifyDate: UnixTime(seconds: Fixtures.clock))
        do throws(TrustError) {
            _ = try evaluator.evaluate(trust, for: host)
            return nil
        } catch {
            return error.code
        }
    }

    private func pinned(_ names: String...) throws -> PinnedCertificates {
        try PinnedCertificates(certificates: names.map { try Fixtures.bytes("\($0).pem") })
    }

    private func key(_ name: String) throws -> Pin {
        let der = try Fixtures.chain(name)[0]
        return Pin(publicKeyOf: try Certificate(der.span))
    }

    @Test func `default evaluation asks for a path and a name`() throws {
        #expect(try verdict(DefaultTrustEvaluator()) == nil)
        #expect(try verdict(DefaultTrustEvaluator(), host: "other.test") == .identifierMismatch)
        #expect(try verdict(DefaultTrustEvaluator(validatesHost: false), host: "other.test") == nil)
        #expect(try verdict(DefaultTrustEvaluator(), "other-localhost") == .unknownIssuer)
        #expect(try verdict(DefaultTrustEvaluator(validatesHost: false), "expired") == .expired)
    }

    @Test func `pinned certificates come after the path and the name`() throws {
        let evaluator = try PinnedCertificatesTrustEvaluator(pinned("intermediate"))
        #expect(try verdict(evaluator) == nil)
        #expect(try verdict(evaluator, "rsa-localhost", anchor: "rsa-root") == .pinMismatch)
        #expect(try verdict(evaluator, "rsa-localhost") == .unknownIssuer)
        #expect(try verdict(evaluator, host: "other.test") == .identifierMismatch)
        #expect(try verdict(evaluator, "expired") == .expired)
    }

    @Test func `a pinned self-signed server needs acceptsSelfSigned`() throws {
        let certificates = try pinned("self-signed")
        #expect(try verdict(PinnedCertificatesTrustEvaluator(certificates), "self-signed") == .unknownIssuer)
        let accepting = try PinnedCertificatesTrustEvaluator(certificates, acceptsSelfSigned: true)
        #expect(try verdict(accepting, "self-signed") == nil)
        // The pins are the only anchors then.
        #expect(try verdict(accepting) == .unknownIssuer)
        #expect(try verdict(accepting, "self-signed", host: "other.test") == .identifierMismatch)
        let nameless = try PinnedCertificatesTrustEvaluator(
            certificates, acceptsSelfSigned: true, validatesHost: false)
        #expect(try verdict(nameless, "self-signed", host: "other.test") == nil)
    }

    @Test func `public keys are compared on the verified path`() throws {
        for name in ["localhost", "intermediate", "root"] {
            #expect(try verdict(PublicKeysTrustEvaluator([key(name)])) == nil)
        }
        #expect(try verdict(PublicKeysTrustEvaluator([key("other-root")])) == .pinMismatch)
        #expect(try verdict(PublicKeysTrustEvaluator([key("self-signed")]), "self-signed") == .unknownIssuer)
    }

    @Test func `a certificate's purpose is part of default validation`() throws {
        let pins = [try key("wrong-eku")]
        #expect(try verdict(PublicKeysTrustEvaluator(pins), "wrong-eku") == .extendedKeyUsageForbidden)
        let lax = try PublicKeysTrustEvaluator(pins, performsDefaultValidation: false)
        #expect(try verdict(lax, "wrong-eku") == nil)
    }

    @Test func `nothing to compare with is an error`() throws {
        let none = try PinnedCertificates(certificates: [])
        #expect(throws: PinningError.self) { try PinnedCertificatesTrustEvaluator(none) }
        #expect(throws: PinningError.self) { try PublicKeysTrustEvaluator([]) }
    }

    @Test func `all of a composite's evaluators have to accept`() throws {
        let right = try PublicKeysTrustEvaluator([key("root")])
        let wrong = try PublicKeysTrustEvaluator([key("other-root")])
        #expect(try verdict(CompositeTrustEvaluator(right, [DefaultTrustEvaluator()])) == nil)
        #expect(try verdict(CompositeTrustEvaluator(wrong, [DefaultTrustEvaluator()])) == .pinMismatch)
        #expect(try verdict(CompositeTrustEvaluator(right, [wrong])) == .pinMismatch)
    }

    @Test func `revocation that must be known is unknown without lists`() throws {
        #expect(try verdict(RevocationTrustEvaluator(lists: [])) == .revocationUnknown)
        #expect(try verdict(RevocationTrustEvaluator(lists: [], mode: .softFail)) == nil)
        #expect(try verdict(RevocationTrustEvaluator(lists: [], mode: .softFail), "expired") == .expired)
        let good = try ["root", "intermediate"].map { try Fixtures.bytes("trust/\($0).crl") }
        #expect(try verdict(RevocationTrustEvaluator(lists: good)) == nil)
        #expect(try verdict(RevocationTrustEvaluator(lists: good), host: "other.test") == .identifierMismatch)
        let bad = try ["root", "intermediate-revoking-localhost"].map { try Fixtures.bytes("trust/\($0).crl") }
        #expect(try verdict(RevocationTrustEvaluator(lists: bad)) == .revoked)
        #expect(try verdict(RevocationTrustEvaluator(lists: bad, mode: .softFail)) == .revoked)
    }

    @Test func `accepting anything accepts anything`() throws {
        #expect(try verdict(DangerousAcceptAnythingTrustEvaluator(), "self-signed", host: "other.test") == nil)
    }

    @Test func `a manager finds the most specific evaluator`() throws {
        let evaluators: [any ServerTrustEvaluating] = (0..<4).map { _ in DefaultTrustEvaluator() }
        let manager = try ServerTrustManager([
            ("**.example.com", evaluators[0]), ("*.example.com", evaluators[1]), ("www.example.com", evaluators[2]),
            ("192.0.2.7", evaluators[3]),
        ])
        let expected = [
            ("example.com", 0), ("a.b.example.com", 0), ("ftp.example.com", 1), ("www.example.com", 2),
            ("WWW.example.com", 2), ("192.0.2.7", 3),
        ]
        for (host, number) in expected {
            #expect(try manager.evaluator(for: host) === evaluators[number], "\(host)")
        }
        for host in ["example.org", "badexample.com", "192.0.2.8"] {
            let error = #expect(throws: PinningError.self) { try manager.evaluator(for: host) }
            #expect(error?.code == .noEvaluator)
            #expect(error?.subject == host)
        }
        let lenient = try ServerTrustManager(allHostsMustBeEvaluated: false, [("a.test", evaluators[0])])
        #expect(try lenient.evaluator(for: "b.test") == nil)
        #expect(throws: PinningError.self) {
            try ServerTrustManager([("a.test", evaluators[0]), ("A.test", evaluators[1])])
        }
    }

    @Test func `certificates are read in any form, and what isn't one is named`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pins-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let empty = #expect(throws: PinningError.self) { try PinnedCertificates(directory: folder.path) }
        #expect(empty?.code == .noPins)
        #expect(empty?.description.contains(folder.path) == true)
        #expect(empty?.description.contains(".cer") == true)
        try Data(Fixtures.bytes("root.pem")).write(to: folder.appendingPathComponent("root.cer"))
        try Data(Fixtures.chain("localhost")[0]).write(to: folder.appendingPathComponent("leaf.DER"))
        try Data("nothing".utf8).write(to: folder.appendingPathComponent("broken.crt"))
        let pinned = try PinnedCertificates(directory: folder.path)
        #expect(pinned.count == 2)
        #expect(pinned.anchors.skipped.count == 1)
        let error = #expect(throws: PinningError.self) {
            try PinnedCertificates(certificates: [Fixtures.bytes("root.pem"), [1, 2, 3]])
        }
        #expect(error?.code == .unreadableCertificate)
        #expect(error?.subject == "certificate 1")
    }
}
