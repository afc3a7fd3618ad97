import Countersign
import Foundation
import TestSupport
import Testing

/// Chains that are known aren't verified again, and nothing else is let through for it.
struct VerifiedPathCacheTests {
    static func trust(
        _ chain: CertificateChain, _ anchors: AnchorStore, _ cache: VerifiedPathCache,
        _ change: (inout ServerTrust) -> Void = { _ in }
    ) throws -> (CertificationPath?, TrustError?) {
        var trust = ServerTrust(
            certificateChain: chain.list, defaultAnchors: anchors.view,
            policy: .ssl(server: true, hostname: ReferenceIdentifier(host: Array("localhost".utf8).span)),
            verifyDate: UnixTime(seconds: Fixtures.clock))
        trust.pathMemory = cache
        change(&trust)
        do throws(TrustError) {
            return (try trust.evaluate(), nil)
        } catch {
            return (nil, error)
        }
    }

    static func chain() throws -> CertificateChain {
        CertificateChain(certificates: [try Fixtures.bytes("localhost.der"), try Fixtures.bytes("intermediate.der")])
    }

    static func anchors() throws -> AnchorStore { AnchorStore(derOrPEM: try Fixtures.bytes("root.pem")) }

    @Test func `the second evaluation of a chain verifies no signature`() throws {
        let cache = VerifiedPathCache()
        let chain = try Self.chain()
        let anchors = try Self.anchors()
        let (first, _) = try Self.trust(chain, anchors, cache)
        #expect(first?.count == 3)
        #expect(cache.count == 1)
        // Without a signature to spend, a search fails: it is not made.
        let (second, error) = try Self.trust(chain, anchors, cache) { $0.budget.signatures = 0 }
        #expect(error == nil)
        #expect(second?.count == 3)
        #expect(second?[0]?.fingerprint.span.isEqual(to: first![0]!.fingerprint.span) == true)
        #expect(cache.hits == 1)
        cache.removeAll()
        #expect(try Self.trust(chain, anchors, cache) { $0.budget.signatures = 0 }.1?.code == .budgetExhausted)
    }

    @Test func `whatever differs is judged anew`() throws {
        let cache = VerifiedPathCache()
        let chain = try Self.chain()
        let anchors = try Self.anchors()
        _ = try Self.trust(chain, anchors, cache)
        let changes: [(inout ServerTrust) -> Void] = [
            { $0.policy.identifier = ReferenceIdentifier(host: Array("127.0.0.1".utf8).span) },
            { $0.policy.identifier = nil },
            { $0.policy.purpose = .any },
            { $0.policy.strength.allowsSHA1 = true },
            { $0.policy.strength.minimumRSABits = 3_000 },
            { $0.policy.maximumIntermediates = 5 },
            { $0.policy.allowsCommonNameForLegacyDevices = true },
            { $0.policy.revocation = .softFail },
            { $0.policy.certificatePolicies.requiresExplicitPolicy = true },
            { $0.exceptedCertificate = SHA256Digest(repeating: 1) },
            { $0 = $0.anchored(to: AnchorIndex()) },
        ]
        for change in changes {
            _ = try Self.trust(chain, anchors, cache) {
                change(&$0)
                $0.budget.signatures = 0
            }
            #expect(cache.hits == 0)
        }
        // The same anchors in another store are other anchors, and a store that went leaves nothing to its successor.
        _ = try Self.trust(chain, try Self.anchors(), cache)
        #expect(cache.hits == 0)
        let shorter = CertificateChain(certificates: [try Fixtures.bytes("localhost.der")])
        #expect(try Self.trust(shorter, anchors, cache).1 != nil)
        #expect(cache.hits == 0)
    }

    @Test func `a path outside of its dates is refused, and its dates are looked at each time`() throws {
        let cache = VerifiedPathCache()
        let chain = try Self.chain()
        let anchors = try Self.anchors()
        let path = try #require(try Self.trust(chain, anchors, cache).0)
        let late = UnixTime(seconds: path.validUntil.seconds + 1)
        let early = UnixTime(seconds: path.validSince.seconds - 1)
        #expect(try Self.trust(chain, anchors, cache) { $0.verifyDate = late }.1?.code == .expired)
        #expect(try Self.trust(chain, anchors, cache) { $0.verifyDate = early }.1?.code == .notYetValid)
        for date in [path.validUntil, path.validSince] {
            let (again, _) = try Self.trust(chain, anchors, cache) {
                $0.verifyDate = date
                $0.budget.signatures = 0
            }
            #expect(again != nil)
        }
    }

    @Test func `a refusal isn't remembered, and a full cache forgets what was used least recently`() throws {
        let cache = VerifiedPathCache(capacity: 1)
        let chain = try Self.chain()
        let anchors = try Self.anchors()
        let other = AnchorStore(derOrPEM: try Fixtures.bytes("other-root.pem"))
        #expect(try Self.trust(chain, other, cache).1 != nil)
        #expect(cache.count == 0)
        _ = try Self.trust(chain, anchors, cache)
        _ = try Self.trust(chain, anchors, cache) { $0.policy.identifier = nil }
        #expect(cache.count == 1)
        #expect(try Self.trust(chain, anchors, cache) { $0.budget.signatures = 0 }.1 != nil)
    }

    @Test func `a known server's handshake hits the cache, and declared pins still bind`() throws {
        let server = try TLSServer.openssl()
        var configuration = try ResumptionTests.configuration(SessionStore())
        configuration.sessionStore = nil
        let cache = try #require(configuration.verifiedPaths)
        for hits in 0..<3 {
            var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
            try connection.handshake()
            connection.close()
            #expect(cache.hits == hits)
        }
        var domain = PinnedDomain("localhost", pins: [Pin(sha256: SHA256Digest(repeating: 7))])
        domain.allowsMissingBackupPin = true
        configuration.pinnedDomains = try PinnedDomains([domain])
        // What default handling remembered for nobody to see has no fingerprints, so it is no path to look for pins on.
        for hits in [2, 3] {
            var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
            #expect(throws: ConnectionError.self) { try connection.handshake() }
            #expect(cache.hits == hits)
            connection.close()
        }
    }

    @Test func `a handler's path has fingerprints, also after default handling has remembered one without`() throws {
        let server = try TLSServer.openssl()
        var configuration = try ResumptionTests.configuration(SessionStore())
        configuration.sessionStore = nil
        for _ in 0..<2 {
            var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
            try connection.handshake()
            connection.close()
        }
        for _ in 0..<2 {
            var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
            var isRight = false
            try connection.handshakeEvaluating { challenge throws(TrustError) in
                guard var trust = challenge.protectionSpace.serverTrust else { return .performDefaultHandling }
                let path = try trust.evaluate()
                if let leaf = trust.certificate(at: 0), let entry = path[0] {
                    isRight =
                        entry.fingerprint.span.isEqual(to: leaf.fingerprint.span)
                        && entry.publicKeyFingerprint.span.isEqual(to: leaf.publicKeyFingerprint.span)
                }
                return .useCredential(Credential(trust: trust))
            }
            #expect(isRight)
            connection.close()
        }
    }
}
