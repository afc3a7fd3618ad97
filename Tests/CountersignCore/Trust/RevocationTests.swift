import TestSupport
import Testing

@testable import Countersign
@testable import CountersignCore

/// RFC 5280 §6.1.3 (a)(3) and §6.3.3, over lists made by OpenSSL (Tests/Fixtures/make-trust-fixtures).
@Suite("Revocation lists are believed as far as RFC 5280 §6.3.3 says")
struct RevocationTests {
    private func outcome(
        _ lists: [String], _ mode: TrustPolicy.Revocation, at date: UnixTime = UnixTime(seconds: Fixtures.clock)
    ) throws -> TrustError.Code? {
        let chain = try ["localhost", "intermediate"].map { try Fixtures.bytes("\($0).der") }
        let store = AnchorStore(certificates: [try Fixtures.bytes("root.der")])
        let (buffer, ranges) = joined(chain)
        let (listBuffer, listRanges) = joined(
            try lists.map { try Fixtures.bytes("trust/" + ($0.contains(".") ? $0 : "\($0).crl")) })
        var trust = ServerTrust(
            certificateChain: CertificateList(in: buffer.span, at: ranges.span), defaultAnchors: store.view,
            policy: .ssl(server: true, hostname: nil), verifyDate: date
        ).checkingRevocation(CertificateList(in: listBuffer.span, at: listRanges.span), mode)
        do throws(TrustError) {
            _ = try trust.evaluate()
            return nil
        } catch {
            return error.code
        }
    }

    private func joined(_ parts: [[UInt8]]) -> ([UInt8], [ByteRange]) {
        var buffer: [UInt8] = []
        var ranges: [ByteRange] = []
        for part in parts {
            ranges.append(ByteRange(start: buffer.count, count: part.count))
            buffer += part
        }
        return (buffer, ranges)
    }

    @Test("Lists that name nobody on the path let it pass, in either mode")
    func good() throws {
        #expect(try outcome(["root", "intermediate"], .hardFail) == nil)
        #expect(try outcome(["intermediate", "root"], .softFail) == nil)
    }

    @Test("§6.1.3 (a)(3): a certificate that its issuer's list names is refused, an intermediate too")
    func revoked() throws {
        #expect(try outcome(["root", "intermediate-revoking-localhost"], .softFail) == .revoked)
        #expect(try outcome(["root-revoking-intermediate", "intermediate"], .softFail) == .revoked)
        #expect(try outcome(["root", "intermediate-revoking-localhost"], .ignored) == nil)
    }

    @Test("Without a list a certificate passes softly and fails hard")
    func missing() throws {
        #expect(try outcome([], .softFail) == nil)
        #expect(try outcome([], .hardFail) == .revocationUnknown)
        #expect(try outcome(["intermediate"], .hardFail) == .revocationUnknown)
    }

    @Test(
        "A list that can't be used counts as none",
        arguments: [
            "intermediate-stale", "intermediate-future", "intermediate-unknown-critical", "intermediate-authorities",
            "intermediate-indirect", "other-root-in-another-name",
        ])
    func unusable(_ name: String) throws {
        #expect(try outcome(["root", name], .softFail) == nil)
        #expect(try outcome(["root", name], .hardFail) == .revocationUnknown)
    }

    @Test("A list about end entities only counts for them")
    func scope() throws {
        #expect(try outcome(["root", "intermediate-users"], .softFail) == .revoked)
    }

    /// Responses are made as of today, so they are judged an hour later.
    private func responded(_ names: [String], _ mode: TrustPolicy.Revocation) throws -> TrustError.Code? {
        let first = try Fixtures.bytes("trust/\(names[0]).ocsp")
        let made = try OCSPResponse(first.span).firstEntry { _ in true }?.thisUpdate.seconds ?? 0
        return try outcome(
            names.map { "\($0).ocsp" } + ["root"], mode, at: UnixTime(seconds: made + 3_600))
    }

    @Test("An OCSP response of the issuer is believed (RFC 6960 §3.2)")
    func responses() throws {
        #expect(try responded(["localhost-good"], .hardFail) == nil)
        #expect(try responded(["localhost-good", "intermediate-good"], .hardFail) == nil)
        #expect(try responded(["localhost-revoked"], .softFail) == .revoked)
        #expect(try responded(["localhost-unknown"], .hardFail) == .revocationUnknown)
        #expect(try responded(["intermediate-good"], .hardFail) == .revocationUnknown)
    }

    @Test("So is one of a responder that the issuer appointed for it, and of nobody else (RFC 6960 §4.2.2.2)")
    func delegates() throws {
        #expect(try responded(["localhost-delegated"], .hardFail) == nil)
        #expect(try responded(["localhost-delegated-revoked"], .softFail) == .revoked)
        #expect(try responded(["localhost-impostor"], .hardFail) == .revocationUnknown)
        #expect(try responded(["localhost-foreigner"], .hardFail) == .revocationUnknown)
    }

    @Test("A response of tomorrow counts as none today")
    func staleResponses() throws {
        let bytes = try Fixtures.bytes("trust/localhost-good.ocsp")
        let made = try OCSPResponse(bytes.span).firstEntry { _ in true }?.thisUpdate.seconds ?? 0
        let names = ["localhost-good.ocsp", "root"]
        #expect(try outcome(names, .hardFail, at: UnixTime(seconds: made - 1)) == .revocationUnknown)
        #expect(try outcome(names, .hardFail, at: UnixTime(seconds: made)) == nil)
    }
}
