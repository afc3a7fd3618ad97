import Countersign
import TestSupport
import Testing

/// What lint says of policies, each finding against a policy that lacks it.
@Suite struct PolicyLintTests {
    private let date = UnixTime(seconds: Fixtures.clock)
    private let list = PublicSuffixes(
        Array("// rules\ncom\nco.uk\n*.ck\n!www.ck\ngithub.io\nсайт\n".utf8), path: "list.dat")

    private func findings(
        _ domains: [PinnedDomain], certificates: [PinSubject] = [], suffixes: PublicSuffixes? = nil
    ) -> [String] {
        var policy = Policy()
        policy.pinnedDomains = domains
        return PolicyLint(at: date, suffixes: suffixes ?? list, certificates: certificates).findings(of: policy)
            .map { $0.severity.name + " " + $0.rule.name + " " + $0.subject }
    }

    private func domain(_ pattern: String, _ change: (inout PinnedDomain) -> Void = { _ in }) throws -> PinnedDomain {
        var domain = PinnedDomain(
            pattern, pins: [try Pin(PolicyFormatTests.first), try Pin(PolicyFormatTests.second)])
        change(&domain)
        return domain
    }

    @Test func `a policy with a backup pin has nothing to be said of`() throws {
        #expect(findings([try domain("example.com") { $0.includesSubdomains = true }]).isEmpty)
    }

    @Test(arguments: [
        (-1, "warning expired a.com"), (0, "warning expired a.com"), (29 * 86_400, "warning expiresSoon a.com"),
    ])
    func `pins that have ended or soon will are told of`(seconds: Int64, finding: String) throws {
        let ending = try domain("a.com") { $0.expiration = UnixTime(seconds: Fixtures.clock + seconds) }
        #expect(findings([ending]) == [finding])
        let later = try domain("a.com") { $0.expiration = UnixTime(seconds: Fixtures.clock + 31 * 86_400) }
        #expect(findings([later]).isEmpty)
    }

    @Test func `single, doubled and old pins are told of`() throws {
        let first = try Pin(PolicyFormatTests.first)
        let single = try domain("a.com") {
            $0.pins = [first]
            $0.allowsMissingBackupPin = true
        }
        #expect(findings([single]) == ["warning singlePin a.com"])
        let doubled = try domain("a.com") { $0.pins.append(first) }
        #expect(findings([doubled]) == ["warning duplicatePin a.com"])
        let old = try domain("a.com") {
            $0.pins.append(try! Pin("sha1/DmxUShsZuNiqPQsX2Oi9uv2sCnw=", allowingLegacySHA1: true))
        }
        #expect(findings([old]) == ["warning legacyPin a.com"])
        #expect(findings([try domain("a.com") { $0.enforcement = .reportOnly }]) == ["notice reportOnly a.com"])
    }

    @Test(arguments: [
        ("*.com", true), ("**.co.uk", true), ("*.github.io", true), ("*.anything.ck", true), ("*.www.ck", false),
        ("*.example.com", false), ("*.xn--80aswg", true), ("*.example.co.uk", false),
    ])
    func `subdomains of public suffixes are told of`(pattern: String, isPublic: Bool) throws {
        #expect(findings([try domain(pattern)]) == (isPublic ? ["warning publicSuffix \(pattern)"] : []))
    }

    @Test func `an exact name may be a public suffix, and without a list only one label is`() throws {
        #expect(findings([try domain("github.io")]).isEmpty)
        let including = try domain("github.io") { $0.includesSubdomains = true }
        #expect(findings([including]) == ["warning publicSuffix github.io"])
        #expect(findings([including], suffixes: PublicSuffixes()).isEmpty)
        #expect(findings([try domain("*.com")], suffixes: PublicSuffixes()) == ["warning publicSuffix *.com"])
    }

    @Test func `a domain that exclusions hide is told of`() throws {
        let parent = try domain("example.com") { $0.includesSubdomains = true }
        let hidden = try domain("**.api.example.com")
        let exclusions = [PinnedDomain.excluding("api.example.com"), .excluding("*.api.example.com")]
        #expect(findings([parent, try domain("*.api.example.com")]).isEmpty)
        #expect(findings([parent, hidden] + exclusions) == ["warning unreachable **.api.example.com"])
        let pointless = try domain("192.0.2.1") { $0.includesSubdomains = true }
        #expect(findings([pointless]) == ["warning pointlessSubdomains 192.0.2.1"])
    }

    @Test func `whose keys the pins are is told where certificates are given`() throws {
        let leaf = try PinSubject.importing(try Fixtures.bytes("localhost.pem"))[0]
        let root = try PinSubject.importing(try Fixtures.bytes("root.pem"))[0]
        #expect(root.isRoot && !leaf.isAuthority)
        let backup = try Pin(PolicyFormatTests.second)
        func pinned(_ pin: Pin) throws -> PinnedDomain { try domain("a.com") { $0.pins = [pin, backup] } }
        #expect(findings([try pinned(leaf.publicKeyPin)], certificates: [leaf, root]) == ["notice unknownPin a.com"])
        #expect(
            findings([try pinned(root.publicKeyPin)], certificates: [leaf, root])
                == ["notice unknownPin a.com", "warning rootOnly a.com"])
        #expect(
            findings([try domain("a.com")], certificates: [leaf, root])
                == ["warning unknownPin a.com", "warning unknownPin a.com"])
    }

    @Test func `anchors that can't be read are told of`() throws {
        var policy = Policy()
        policy.anchors = PolicyAnchors(includesSystem: true, files: ["/no/such/file"])
        let lint = PolicyLint(at: date, suffixes: list)
        #expect(lint.findings(of: policy).map(\.rule) == [.unreadableAnchor])
        policy.anchors = PolicyAnchors(includesSystem: false, files: [try Fixtures.path("root.pem")])
        #expect(lint.findings(of: policy).isEmpty)
    }
}
