import Testing

@testable import CountersignCore

@Suite("Names are constrained as RFC 5280 §4.2.1.10 says")
struct NameConstraintTests {
    private typealias Base = (tag: UInt8, value: [UInt8])

    private func dns(_ text: String) -> (tag: UInt8, value: [UInt8]) { (0x82, Array(text.utf8)) }
    private func mail(_ text: String) -> (tag: UInt8, value: [UInt8]) { (0x81, Array(text.utf8)) }
    private func uri(_ text: String) -> (tag: UInt8, value: [UInt8]) { (0x86, Array(text.utf8)) }

    private func isPermitted(_ name: Base, by base: Base) throws -> Bool {
        try codes([leaf.with(names: [name]), issuer.with(permitted: [base], excluded: [])], anchor: root).isEmpty
    }

    private func isExcluded(_ name: Base, by base: Base) throws -> Bool {
        try !codes([leaf.with(names: [name]), issuer.with(permitted: [], excluded: [base])], anchor: root).isEmpty
    }

    @Test(
        "A DNS subtree holds its name and every name that ends in a dot and it",
        arguments: [
            ("example.com", "example.com", true), ("example.com", "a.b.EXAMPLE.com", true),
            ("example.com", "badexample.com", false), ("example.com", "com", false), ("", "example.com", true),
            (".example.com", "a.example.com", true), (".example.com", "example.com", false),
        ])
    func dnsSubtrees(_ base: String, _ name: String, _ isWithin: Bool) throws {
        #expect(try isPermitted(dns(name), by: dns(base)) == isWithin)
        #expect(try isExcluded(dns(name), by: dns(base)) == isWithin)
    }

    @Test("A wildcard is permitted if all it stands for is, and excluded if any of it is")
    func wildcards() throws {
        #expect(try isPermitted(dns("*.example.com"), by: dns("example.com")))
        #expect(try !isPermitted(dns("*.example.com"), by: dns("a.example.com")))
        #expect(try isExcluded(dns("*.example.com"), by: dns("a.example.com")))
        #expect(try !isExcluded(dns("*.example.com"), by: dns("b.a.example.com")))
        #expect(try isExcluded(dns("*.example.com"), by: dns("example.com")))
    }

    @Test("A name that can't be read is refused where names of its kind are constrained, and only there")
    func unreadableNames() throws {
        for name in [".example.com", "a..example.com", "a b.example.com", "example.com."] {
            #expect(try !isPermitted(dns(name), by: dns("example.com")))
            #expect(try isExcluded(dns(name), by: dns("other.test")))
            #expect(try isPermitted(dns(name), by: mail("example.com")))
        }
    }

    @Test("An address lies in a network of its own family")
    func addresses() throws {
        let network: Base = (0x87, [192, 0, 2, 0, 255, 255, 255, 0])
        #expect(try isPermitted((0x87, [192, 0, 2, 7]), by: network))
        #expect(try !isPermitted((0x87, [192, 0, 3, 7]), by: network))
        #expect(try !isPermitted((0x87, [UInt8](repeating: 0, count: 16)), by: network))
        #expect(try !isExcluded((0x87, [UInt8](repeating: 0, count: 16)), by: network))
    }

    @Test(
        "A mailbox is constrained by mailbox, by host, or by domain",
        arguments: [
            ("me@example.com", "me@example.com", true), ("me@example.com", "Me@example.com", false),
            ("me@example.com", "me@EXAMPLE.com", true), ("example.com", "me@example.com", true),
            ("example.com", "me@mail.example.com", false), (".example.com", "me@mail.example.com", true),
            (".example.com", "me@example.com", false), ("*@example.com", "me@example.com", false),
            ("example.com", "no-mailbox", false),
        ])
    func mailboxes(_ base: String, _ name: String, _ isWithin: Bool) throws {
        #expect(try isPermitted(mail(name), by: mail(base)) == isWithin)
    }

    @Test("A mailbox in the subject is constrained too")
    func subjectMailboxes() throws {
        var person = leaf
        person.subject = DER.name([("1.2.840.113549.1.9.1", 0x16, "me@example.com")])
        let limited = issuer.with(permitted: [mail("example.com")], excluded: [])
        let excluding = issuer.with(permitted: [], excluded: [mail("example.com")])
        #expect(try codes([person, limited], anchor: root).isEmpty)
        #expect(try codes([person, excluding], anchor: root) == [.nameConstraintViolation])
    }

    @Test(
        "A URI is constrained by its host, and one without a host name is refused",
        arguments: [
            ("example.com", "https://example.com/x", true), ("example.com", "https://u@EXAMPLE.com:8/x?y", true),
            ("example.com", "https://a.example.com", false), (".example.com", "https://a.example.com", true),
            ("example.com", "https://192.0.2.1/", false), ("example.com", "https://[2001:db8::1]/", false),
            ("example.com", "urn:example", false), ("example.com", "https://evil.test/@example.com", false),
        ])
    func uris(_ base: String, _ name: String, _ isWithin: Bool) throws {
        #expect(try isPermitted(uri(name), by: uri(base)) == isWithin)
    }

    @Test("The subject and directory names are constrained by their beginnings")
    func directoryNames() throws {
        let base: Base = (0xa4, DER.name([("2.5.4.10", 0x0c, "Example")]))
        var inside = leaf
        inside.subject = DER.name([("2.5.4.10", 0x13, "EXAMPLE"), ("2.5.4.3", 0x0c, "x")])
        let limited = issuer.with(permitted: [base], excluded: [])
        #expect(try codes([inside, limited], anchor: root).isEmpty)
        #expect(try codes([leaf, limited], anchor: root) == [.nameConstraintViolation])
        let other = inside.with(names: [(0xa4, DER.name("Other"))])
        #expect(try codes([other, limited], anchor: root) == [.nameConstraintViolation])
    }

    @Test("A constrained kind of name that can't be compared is refused where it appears")
    func otherNames() throws {
        let other: Base = (0xa0, DER.identifier("1.2.3") + DER.element(0xa0, [0x05, 0x00]))
        #expect(try isPermitted(dns("a.example"), by: other))
        #expect(try !isPermitted(other, by: other))
        #expect(try isExcluded(other, by: other))
    }

    @Test("Names times constraints are counted before they are compared")
    func counted() {
        let names = leaf.with(names: (0..<1_100).map { dns("n\($0).example") })
        let constraints = issuer.with(permitted: (0..<1_000).map { dns("n\($0).example") }, excluded: [])
        let error = #expect(throws: TrustError.self) { try codes([names, constraints], anchor: root) }
        #expect(error?.code == .budgetExhausted)
    }
}
