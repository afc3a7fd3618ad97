import Countersign
import TestSupport
import Testing

/// AFNetworking's table, live: every row against every kind of server.
@Suite struct SecurityPolicyTests {
    /// A kind of server, as the table's columns have it: where it is, whom it is asked to be, and what is pinned.
    struct Column {
        let server: TLSServer
        var host = "localhost"
        let leaf: String
        let authority: String
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let mode: SecurityPolicy.PinningMode
        let allowsInvalid: Bool
        let validatesName: Bool
        /// For each column, Y or N.
        let expected: String
        var isDangerous = false

        var testDescription: String { "\(mode) invalid \(allowsInvalid) name \(validatesName) \(isDangerous)" }
    }

    /// Trusted and pinned; trusted and not pinned; trusted, pinned, another name; private and pinned; the same under another
    /// name; self-signed and not pinned; pinned and expired.
    private static func columns() throws -> [Column] {
        let trusted = try TLSServer.openssl()
        let privately = try TLSServer.openssl("other-localhost")
        return [
            Column(server: trusted, leaf: "localhost", authority: "root"),
            Column(server: trusted, leaf: "p384-localhost", authority: "p384-root"),
            Column(server: try .openssl("dns-only"), leaf: "dns-only", authority: "root"),
            Column(server: privately, leaf: "other-localhost", authority: "other-root"),
            Column(server: privately, host: "elsewhere.test", leaf: "other-localhost", authority: "other-root"),
            Column(server: try .openssl("self-signed"), leaf: "localhost", authority: "other-root"),
            Column(server: try .openssl("expired"), leaf: "expired", authority: "root"),
        ]
    }

    private static let rows = [
        Row(mode: .none, allowsInvalid: false, validatesName: true, expected: "YYNNNNN"),
        Row(mode: .none, allowsInvalid: false, validatesName: false, expected: "YYYNNNN"),
        Row(mode: .none, allowsInvalid: true, validatesName: false, expected: "YYYYYYY"),
        Row(mode: .none, allowsInvalid: true, validatesName: true, expected: "NNNNNNN"),
        Row(mode: .certificate, allowsInvalid: false, validatesName: true, expected: "YNNNNNN"),
        Row(mode: .certificate, allowsInvalid: true, validatesName: true, expected: "YNNYNNN"),
        Row(mode: .certificate, allowsInvalid: true, validatesName: false, expected: "YNYYYNN"),
        Row(mode: .publicKey, allowsInvalid: false, validatesName: true, expected: "YNNNNNN"),
        // Read safely: the pinned key must be on a verified path.
        Row(mode: .publicKey, allowsInvalid: true, validatesName: true, expected: "YNNYNNN"),
        Row(mode: .publicKey, allowsInvalid: true, validatesName: false, expected: "YNYYYNN"),
        // As AFNetworking has it.
        Row(mode: .publicKey, allowsInvalid: true, validatesName: true, expected: "YNYYYNY", isDangerous: true),
        Row(mode: .publicKey, allowsInvalid: true, validatesName: false, expected: "YNYYYNY", isDangerous: true),
    ]

    private static func pinned(_ names: [String]) throws -> PinnedCertificates {
        try PinnedCertificates(certificates: names.map { try Fixtures.bytes("\($0).pem") })
    }

    /// The trust's result when the server was accepted; nil when it was refused.
    private func verdict(
        _ policy: SecurityPolicy, _ column: Column, anchoredTo added: AnchorStore? = nil
    ) throws -> TrustResult? {
        var connection = try LiveClient.connection(
            to: column.server.port, host: column.host, LiveClient.configuration(anchor: "root"))
        do throws(ConnectionError) {
            try connection.handshakeEvaluating { challenge throws(TrustError) in
                guard let added else { return try policy.disposition(for: challenge) }
                let trust = challenge.protectionSpace.serverTrust!.anchored(to: added.view, only: false)
                return .useCredential(try policy.credential(for: trust))
            }
        } catch {
            #expect(error.code == .trustRefused)
            return nil
        }
        connection.close()
        return connection.record.handshake.serverTrust?.trustResult
    }

    @Test func `each row decides about each server as AFNetworking does, or more safely`() throws {
        let columns = try Self.columns()
        for row in Self.rows {
            for isLeaf in row.isDangerous ? [true] : [true, false] {
                var decisions = ""
                for (number, column) in columns.enumerated() {
                    let pins = try Self.pinned([isLeaf ? column.leaf : column.authority])
                    var policy = row.mode == .none ? SecurityPolicy() : try SecurityPolicy(row.mode, pinning: pins)
                    policy.allowsInvalidCertificates = row.allowsInvalid
                    policy.validatesDomainName = row.validatesName
                    policy.dangerouslyAcceptsUnverifiedPinnedKeys = row.isDangerous
                    let result = try verdict(policy, column)
                    decisions += result == nil ? "N" : "Y"
                    // Whatever was accepted without a verified path says so.
                    if let result, result != .unspecified {
                        #expect(row.isDangerous || row.mode == .none && row.allowsInvalid, "column \(number)")
                    }
                }
                #expect(decisions == row.expected, "\(row.testDescription), leaf pinned: \(isLeaf)")
            }
        }
    }

    @Test func `a policy starts from the anchors that the trust has`() throws {
        let column = Column(
            server: try .openssl("other-localhost"), leaf: "other-localhost", authority: "other-root")
        let policy = try SecurityPolicy(.certificate, pinning: Self.pinned(["other-root"]))
        #expect(try verdict(policy, column) == nil)
        let added = AnchorStore(derOrPEM: try Fixtures.bytes("other-root.pem"))
        #expect(try verdict(policy, column, anchoredTo: added) == .unspecified)
        let others = AnchorStore(derOrPEM: try Fixtures.bytes("p384-root.pem"))
        #expect(try verdict(policy, column, anchoredTo: others) == nil)
    }

    @Test(arguments: [
        (SecurityPolicy.PinningMode.certificate, ["root"], Bool?.none, true),
        (.certificate, ["root"], true, false),
        (.certificate, ["root"], false, true),
        (.certificate, ["root", "intermediate", "localhost"], true, true),
        (.certificate, ["other-root"], false, false),
        (.publicKey, ["root"], nil, true),
        (.publicKey, ["root"], false, false),
        (.publicKey, ["localhost"], false, true),
        (.publicKey, ["localhost"], true, false),
        (.publicKey, ["root", "intermediate"], true, false),
        (.publicKey, ["root", "intermediate", "localhost"], true, true),
    ])
    func `the rule of old versions asks the whole path, or the first certificate`(
        mode: SecurityPolicy.PinningMode, pins: [String], rule: Bool?, isAccepted: Bool
    ) throws {
        let column = Column(server: try .openssl(), leaf: "localhost", authority: "root")
        var policy = try SecurityPolicy(mode, pinning: Self.pinned(pins))
        policy.validatesCertificateChain = rule
        #expect(try (verdict(policy, column) != nil) == isAccepted)
    }

    @Test func `a pinned certificate that is sent and on no path helps nobody`() throws {
        // other-localhost's chain with the pinned root of another server appended.
        let column = Column(
            server: try .openssl("self-signed", chain: "localhost"), leaf: "intermediate", authority: "intermediate")
        for mode in [SecurityPolicy.PinningMode.certificate, .publicKey] {
            var policy = try SecurityPolicy(mode, pinning: Self.pinned(["intermediate"]))
            policy.allowsInvalidCertificates = true
            policy.validatesDomainName = false
            #expect(try verdict(policy, column) == nil)
            policy.dangerouslyAcceptsUnverifiedPinnedKeys = true
            let result = try verdict(policy, column)
            // The very hole: whoever sends the certificate gets in.
            #expect((result == .invalid) == (mode == .publicKey))
        }
    }

    @Test func `settings that contradict themselves are refused when they are made`() throws {
        var policy = SecurityPolicy()
        try policy.validate()
        policy.allowsInvalidCertificates = true
        let error = #expect(throws: PinningError.self) { try policy.validate() }
        #expect(error?.code == .contradictoryPolicy)
        policy.validatesDomainName = false
        try policy.validate()
        let nothing = try PinnedCertificates(certificates: [])
        let empty = #expect(throws: PinningError.self) { try SecurityPolicy(.certificate, pinning: nothing) }
        #expect(empty?.code == .noPins)
    }
}
