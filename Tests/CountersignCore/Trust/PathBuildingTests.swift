import Countersign
import TestSupport
import Testing

/// Paths over real signatures, from the throw-away certificates (Tests/Fixtures/make-fixtures).
@Suite("A path is found whenever there is one (RFC 4158)")
struct PathBuildingTests {
    private static let clock = UnixTime(seconds: Fixtures.clock)

    private func anchors(_ names: String...) throws -> AnchorStore {
        AnchorStore(certificates: try names.map { try Fixtures.bytes("\($0).pem") })
    }

    private func chain(_ names: String...) throws -> [[UInt8]] {
        try names.map { try Fixtures.bytes("\($0).der") }
    }

    private func server(_ host: String? = nil) -> TrustPolicy {
        let octets = Array((host ?? "").utf8)
        return .ssl(server: true, hostname: host == nil ? nil : ReferenceIdentifier(host: octets.span))
    }

    /// The outcome, and where each certificate of the path was.
    private func evaluate(
        _ chain: [[UInt8]], _ anchors: AnchorStore, _ policy: TrustPolicy, at date: UnixTime = Self.clock,
        excepting excepted: [UInt8]? = nil
    ) -> (error: TrustError?, path: [CertificatePosition], result: TrustResult) {
        var buffer: [UInt8] = []
        var ranges: [ByteRange] = []
        for der in chain {
            ranges.append(ByteRange(start: buffer.count, count: der.count))
            buffer += der
        }
        var trust = ServerTrust(
            certificateChain: CertificateList(in: buffer.span, at: ranges.span), defaultAnchors: AnchorIndex(),
            policy: policy, verifyDate: date
        ).anchored(to: anchors.view)
        if let excepted { trust.exceptedCertificate = sha256(excepted.span) }
        do throws(TrustError) {
            let path = try trust.evaluate()
            return (nil, (0..<path.count).compactMap { path[$0]?.position }, trust.result)
        } catch {
            return (error, [], trust.result)
        }
    }

    @Test("The chain's order doesn't matter, nor what else is in it")
    func order() throws {
        let expected: [CertificatePosition] = [.chain(0), .chain(3), .anchor]
        let outcome = evaluate(
            try chain("localhost", "root", "other-root", "intermediate"), try anchors("root"), server("localhost"))
        #expect(outcome.path == expected)
        #expect(outcome.result == .unspecified)
    }

    @Test("§6.1.3 (a)(1): a signature that doesn't verify ends a path")
    func signatures() throws {
        var forged = try chain("localhost", "intermediate")
        forged[0][forged[0].count - 1] ^= 1
        let outcome = evaluate(forged, try anchors("root"), server())
        #expect(outcome.error?.code == .invalidSignature)
        #expect(outcome.error?.certificate == .chain(0))
        #expect(outcome.result == .fatalTrustFailure)
    }

    @Test("Of two issuers with one name and key, the one that leads to an anchor is found")
    func crossSigned() throws {
        let both = try chain("localhost", "cross-signed", "intermediate")
        #expect(evaluate(both, try anchors("root"), server()).path == [.chain(0), .chain(2), .anchor])
        #expect(evaluate(both, try anchors("other-root"), server()).path == [.chain(0), .chain(1), .anchor])
        let one = try chain("localhost", "cross-signed")
        #expect(evaluate(one, try anchors("root"), server()).error?.code == .unknownIssuer)
    }

    @Test("Any certificate can be an anchor: a root, an intermediate, the peer's own")
    func anyAnchor() throws {
        let path = try chain("localhost", "intermediate")
        #expect(evaluate(path, try anchors("intermediate"), server()).path == [.chain(0), .anchor])
        #expect(evaluate(path, try anchors("localhost"), server("localhost")).path == [.chain(0)])
        #expect(evaluate(try chain("self-signed"), try anchors("self-signed"), server("127.0.0.1")).error == nil)
        #expect(evaluate(try chain("self-signed-ca"), try anchors("self-signed-ca"), server("::1")).error == nil)
    }

    @Test("An anchor by itself is still judged by date, purpose and name")
    func anchoredByItself() throws {
        let wrong = evaluate(try chain("self-signed"), try anchors("self-signed"), server("other.example"))
        #expect(wrong.error?.code == .identifierMismatch)
        #expect(evaluate(try chain("expired"), try anchors("expired"), server()).error?.code == .expired)
        #expect(
            evaluate(try chain("wrong-eku"), try anchors("wrong-eku"), server()).error?.code
                == .extendedKeyUsageForbidden)
    }

    @Test("A missing issuer and a self-signed stranger are told apart")
    func strangers() throws {
        let missing = try #require(evaluate(try chain("localhost"), try anchors("root"), server()).error)
        #expect(missing.code == .unknownIssuer)
        #expect(!missing.isSelfSigned)
        let stranger = try #require(evaluate(try chain("self-signed"), try anchors("root"), server()).error)
        #expect(stranger.code == .unknownIssuer)
        #expect(stranger.isSelfSigned)
        #expect(stranger.alert == .unknownCA)
        let none = evaluate(try chain("localhost"), AnchorStore(certificates: []), server())
        #expect(none.error?.code == .noAnchors)
        #expect(evaluate([], try anchors("root"), server()).error?.code == .noCertificate)
    }

    @Test(
        "The reason that says most is given",
        arguments: [
            ("expired", TrustError.Code.expired), ("not-yet-valid", .notYetValid),
            ("wrong-eku", .extendedKeyUsageForbidden),
            ("unknown-critical", .unknownCriticalExtension), ("sha1", .weakDigest), ("rsa-1024", .weakKey),
            ("no-san", .identifierMismatch), ("dns-only", .identifierMismatch),
        ])
    func reasons(_ name: String, _ code: TrustError.Code) throws {
        let outcome = evaluate(
            try chain(name, "intermediate", "rsa-intermediate"), try anchors("root", "rsa-root"), server("localhost"))
        #expect(outcome.error?.code == code)
        #expect(outcome.error?.certificate == .chain(0))
    }

    @Test("Weak keys and digests pass only a policy that is named for legacy devices")
    func legacy() throws {
        var policy = server("localhost")
        policy.strength = .legacyDevices
        for name in ["sha1", "rsa-1024"] {
            #expect(evaluate(try chain(name, "rsa-intermediate"), try anchors("rsa-root"), policy).error == nil)
        }
    }

    @Test("A path is no longer than the policy allows")
    func lengths() throws {
        let long = try chain("long", "long-5", "long-4", "long-3", "long-2", "long-1")
        var policy = server("localhost")
        #expect(evaluate(long, try anchors("root"), policy).path.count == 7)
        policy.maximumIntermediates = 4
        #expect(evaluate(long, try anchors("root"), policy).error?.code == .pathLengthExceeded)
    }

    @Test("One certificate can be excepted from recoverable failures, never from fatal ones")
    func exceptions() throws {
        let expired = try chain("expired", "intermediate")
        let accepted = evaluate(expired, try anchors("root"), server("localhost"), excepting: expired[0])
        #expect(accepted.result == .proceed)
        #expect(accepted.path == [.chain(0)])
        let other = evaluate(expired, try anchors("root"), server("localhost"), excepting: try chain("localhost")[0])
        #expect(other.result == .recoverableTrustFailure)
        let critical = try chain("unknown-critical", "intermediate")
        let refused = evaluate(critical, try anchors("root"), server("localhost"), excepting: critical[0])
        #expect(refused.result == .fatalTrustFailure)
    }

    @Test("A floor date helps a board that starts in 1970, and changes nothing else")
    func floorDate() throws {
        let der = try chain("localhost")[0]
        let store = try anchors("localhost")
        let ranges = [ByteRange(start: 0, count: der.count)]
        var trust = ServerTrust(
            certificateChain: CertificateList(in: der.span, at: ranges.span), defaultAnchors: store.view,
            policy: server(), verifyDate: UnixTime(seconds: 0))
        let early = #expect(throws: TrustError.self) { try trust.evaluate() }
        #expect(early?.code == .notYetValid)
        trust.floorDate = Self.clock
        let invalidated = trust.result
        #expect(invalidated == .invalid)
        let count = try trust.evaluate().count
        #expect(count == 1)
    }

    @Test("A path carries the fingerprints of its certificates and the date until which it is good")
    func path() throws {
        let chain = try chain("localhost", "intermediate")
        let store = try anchors("root")
        let buffer = chain[0] + chain[1]
        let ranges = [
            ByteRange(start: 0, count: chain[0].count), ByteRange(start: chain[0].count, count: chain[1].count),
        ]
        var trust = ServerTrust(
            certificateChain: CertificateList(in: buffer.span, at: ranges.span), defaultAnchors: store.view,
            policy: server(), verifyDate: Self.clock, identifier: 7)
        let path = try trust.evaluate()
        let der = chain[0]
        let leaf = try Certificate(der.span)
        let (fingerprint, keyFingerprint, end) = (leaf.fingerprint, leaf.publicKeyFingerprint, leaf.notAfter)
        let entry = try #require(path[0])
        let isSame = (0..<32).allSatisfy { entry.fingerprint[$0] == fingerprint[$0] }
        let isSameKey = (0..<32).allSatisfy { entry.publicKeyFingerprint[$0] == keyFingerprint[$0] }
        #expect(isSame && isSameKey)
        #expect(path.count == 3)
        #expect(path[3] == nil)
        #expect(path.validUntil <= end)
        let identifier = trust.identifier
        #expect(identifier == 7)
    }

    @Test("Many issuers of one name end with an exhausted budget, soon")
    func budget() throws {
        // The same name with other keys: each must be tried, none verifies.
        var budget = Budget()
        budget.candidates = 20
        let leaf = try chain("localhost")[0]
        let issuers = Array(repeating: try chain("intermediate")[0], count: 30)
        var buffer = leaf
        var ranges = [ByteRange(start: 0, count: leaf.count)]
        for der in issuers {
            ranges.append(ByteRange(start: buffer.count, count: der.count))
            buffer += der
        }
        let store = try anchors("other-root")
        var trust = ServerTrust(
            certificateChain: CertificateList(in: buffer.span, at: ranges.span), defaultAnchors: store.view,
            policy: server(), verifyDate: Self.clock)
        trust.budget = budget
        let error = #expect(throws: TrustError.self) { try trust.evaluate() }
        #expect(error?.code == .budgetExhausted)
    }
}
