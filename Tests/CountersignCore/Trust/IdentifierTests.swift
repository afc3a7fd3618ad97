import Testing

@testable import CountersignCore

/// RFC 9525, one test for each rule.
@Suite("A peer's identity is matched as RFC 9525 says")
struct IdentifierTests {
    private func host(_ text: String) -> ReferenceIdentifier? {
        let octets = Array(text.utf8)
        return ReferenceIdentifier(host: octets.span)
    }

    private func matches(_ presented: String, _ reference: String) -> Bool {
        guard let identifier = host(reference) else { return false }
        let octets = Array(presented.utf8)
        return PresentedIdentifiers.match(octets.span, .dnsName, identifier)
    }

    private func matches(_ presented: String, _ kind: GeneralName.Kind, _ reference: ReferenceIdentifier) -> Bool {
        let octets = Array(presented.utf8)
        return PresentedIdentifiers.match(octets.span, kind, reference)
    }

    private func mailbox(_ text: String) -> MailboxName? {
        let octets = Array(text.utf8)
        return MailboxName(octets.span)
    }

    private func resource(_ text: String) -> ResourceName? {
        let octets = Array(text.utf8)
        return ResourceName(octets.span)
    }

    private func address(_ text: String) -> [UInt8]? {
        let octets = Array(text.utf8)
        guard let address = IPAddress(octets.span) else { return nil }
        let bytes = address.bytes
        return bytes.indices.map { bytes[$0] }
    }

    private func matches(_ certificate: TestCertificate, _ reference: String, allowsCommonName: Bool = false) throws
        -> Bool
    {
        let der = certificate.der
        let identifier = try #require(host(reference))
        return PresentedIdentifiers(try Certificate(der.span)).match(identifier, allowsCommonName: allowsCommonName)
    }

    @Test(
        "§6.3: labels are compared without regard to case",
        arguments: [
            ("example.com", "example.com", true), ("EXAMPLE.com", "example.COM", true),
            ("example.com", "example.org", false),
            ("example.com", "www.example.com", false), ("www.example.com", "example.com", false),
            ("xn--nxasmq6b.example", "XN--NXASMQ6B.example", true), ("a_b.example.com", "a_b.example.com", true),
        ])
    func exactNames(_ presented: String, _ reference: String, _ isMatch: Bool) {
        #expect(matches(presented, reference) == isMatch)
    }

    @Test(
        "§6.3: a wildcard is the whole left-most label and stands for one label",
        arguments: [
            ("*.example.com", "www.example.com", true), ("*.example.com", "a.b.example.com", false),
            ("*.example.com", "example.com", false), ("w*.example.com", "www.example.com", false),
            ("*w.example.com", "www.example.com", false), ("www.*.com", "www.example.com", false),
            ("*.*.com", "www.example.com", false), ("*", "com", false), ("*.EXAMPLE.com", "www.example.com", true),
            ("**.example.com", "www.example.com", false), ("*.example.com", "xn--a.example.com", true),
            ("*.example.com", "ends-.example.com", true),
        ])
    func wildcards(_ presented: String, _ reference: String, _ isMatch: Bool) {
        #expect(matches(presented, reference) == isMatch)
    }

    @Test("§7.1: a wildcard for a whole top-level domain matches nothing")
    func topLevelWildcards() {
        #expect(!matches("*.com", "example.com"))
        #expect(!matches("*.localhost", "a.localhost"))
        #expect(matches("*.a.localhost", "b.a.localhost"))
    }

    @Test("A trailing dot of the host says nothing; certificates don't have one (RFC 5280 §4.2.1.6)")
    func trailingDots() {
        #expect(matches("example.com", "example.com."))
        #expect(!matches("example.com.", "example.com"))
        #expect(host("example.com..") == nil)
    }

    @Test("§6.5: an address matches an address entry, octet by octet, and no DNS name")
    func addresses() throws {
        let certificate = leaf.with(names: [(0x87, [192, 0, 2, 1]), (0x82, Array("192.0.2.2".utf8))])
        #expect(try matches(certificate, "192.0.2.1"))
        #expect(try !matches(certificate, "192.0.2.2"))
        #expect(!matches("*.0.2.2", "192.0.2.2"))
        let six = leaf.with(names: [(0x87, [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [1])])
        #expect(try matches(six, "2001:db8::1"))
        #expect(try matches(six, "[2001:DB8:0:0::1]"))
        #expect(try !matches(six, "2001:db8::2"))
    }

    @Test("§2 and §6.3: the common name is no identity, unless that is asked for and nothing else is there")
    func commonNames() throws {
        let bare = TestCertificate("www.example.com", issuedBy: "Issuer")
        #expect(try !matches(bare, "www.example.com"))
        #expect(try matches(bare, "www.example.com", allowsCommonName: true))
        #expect(try !matches(bare.with(dnsNames: "other.example"), "www.example.com", allowsCommonName: true))
        #expect(try !matches(bare.with(names: [(0x87, [1, 2, 3, 4])]), "www.example.com", allowsCommonName: true))
        let mailbox = bare.with(names: [(0x81, Array("me@example.com".utf8))])
        #expect(try matches(mailbox, "www.example.com", allowsCommonName: true))
        #expect(try matches(TestCertificate("192.0.2.1", issuedBy: "Issuer"), "192.0.2.1", allowsCommonName: true))
    }

    @Test("§6.2: each kind of identifier is looked for among its own kind")
    func kinds() throws {
        let email = try #require(mailbox("me@example.com").map { ReferenceIdentifier.emailID($0) })
        let resource = try #require(resource("spiffe://example.com/me").map { ReferenceIdentifier.uriID($0) })
        #expect(matches("me@EXAMPLE.com", .rfc822Name, email))
        #expect(!matches("me@EXAMPLE.com", .dnsName, email))
        #expect(matches("spiffe://example.com/me", .uniformResourceIdentifier, resource))
        #expect(!matches("me@example.com", .uniformResourceIdentifier, resource))
    }

    @Test(
        "A host is a DNS name or an address, and nothing that only looks like one",
        arguments: [
            "", ".", "a..b", "-a.example", "exa mple.com", "example.com/", "example.com:443", "ex\u{e4}mple.com",
            "*.example.com",
            "010.1.1.1", "1.1", "1.2.3.4.5", "256.1.1.1", "1.2.3.", "0x7f.1", "127.1", "[1.2.3.4]", "::1%eth0", "1:2",
            ":::1",
            "1::2::3", "12345::", "a.123", "\u{0}a",
        ])
    func refusedHosts(_ text: String) {
        #expect(host(text) == nil)
    }

    @Test("A name has at most 253 octets and labels of at most 63")
    func limits() {
        let label = String(repeating: "a", count: 63)
        #expect(host(label + ".com") != nil)
        #expect(host(label + "a.com") == nil)
        #expect(host("\(label).\(label).\(label).\(String(repeating: "a", count: 61))") != nil)
        #expect(host("\(label).\(label).\(label).\(String(repeating: "a", count: 62))") == nil)
    }

    @Test(
        "IPv6 text is read in all its forms (RFC 4291 §2.2)",
        arguments: [
            ("::", [UInt8](repeating: 0, count: 16)), ("::1", [UInt8](repeating: 0, count: 15) + [1]),
            ("1::", [0, 1] + [UInt8](repeating: 0, count: 14)),
            ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]),
            ("1:2:3:4:5:6:7::", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0]),
            ("::ffff:1.2.3.4", [UInt8](repeating: 0, count: 10) + [255, 255, 1, 2, 3, 4]),
            ("1:2:3:4:5:6:1.2.3.4", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1, 2, 3, 4]),
            ("a::b:C", [0, 10] + [UInt8](repeating: 0, count: 10) + [0, 11, 0, 12]),
        ])
    func ipv6(_ text: String, _ octets: [UInt8]) {
        #expect(address(text) == octets)
    }

    @Test("The name is one check among the others, and its failure can be mended")
    func inPath() throws {
        let policy = TrustPolicy.ssl(server: true, hostname: try #require(host("www.example.com")))
        #expect(try codes([leaf.with(dnsNames: "*.example.com"), issuer], anchor: root, policy: policy).isEmpty)
        let error = try #require(
            try validate([leaf.with(dnsNames: "example.com"), issuer], anchor: root, policy: policy).first)
        #expect(error.code == .identifierMismatch)
        #expect(error.result == .recoverableTrustFailure)
        #expect(error.alert == .badCertificate)
    }
}
