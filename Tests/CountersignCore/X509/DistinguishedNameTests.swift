import Testing

@testable import CountersignCore

@Suite("Names are compared as RFC 5280 §7.1 says")
struct DistinguishedNameTests {
    private func match(_ left: [UInt8], _ right: [UInt8]) throws -> Bool {
        let first = try DistinguishedName(left.span)
        let second = try DistinguishedName(right.span)
        let isMatch = first.matches(second)
        let haveEqualDigests = first.digest == second.digest
        #expect(haveEqualDigests || !isMatch)
        return isMatch
    }

    private func isWithin(_ name: [UInt8], _ base: [UInt8]) throws -> Bool {
        try DistinguishedName(name.span).isWithin(try DistinguishedName(base.span))
    }

    @Test("Case and runs of spaces don't count, whatever the string type")
    func folding() throws {
        let name = DER.name("Example  CA ", tag: 0x13)
        #expect(try match(name, DER.name("example ca", tag: 0x0c)))
        #expect(try match(name, DER.name(" EXAMPLE CA", tag: 0x13)))
        #expect(try !match(name, DER.name("ExampleCA", tag: 0x0c)))
        #expect(try !match(name, DER.name("example cb", tag: 0x0c)))
    }

    @Test("Types that aren't octets of text are compared as they are")
    func otherTypes() throws {
        #expect(try match(DER.name("ab", tag: 0x1e), DER.name("ab", tag: 0x1e)))
        #expect(try !match(DER.name("ab", tag: 0x1e), DER.name("AB", tag: 0x1e)))
        #expect(try !match(DER.name("ab", tag: 0x1e), DER.name("ab", tag: 0x0c)))
    }

    @Test("Attribute types, their order and their number count")
    func structure() throws {
        let name = DER.name([("2.5.4.6", 0x13, "DE"), ("2.5.4.10", 0x0c, "O")])
        #expect(try match(name, DER.name([("2.5.4.6", 0x13, "de"), ("2.5.4.10", 0x13, "o")])))
        #expect(try !match(name, DER.name([("2.5.4.10", 0x0c, "O"), ("2.5.4.6", 0x13, "DE")])))
        #expect(try !match(name, DER.name([("2.5.4.6", 0x13, "DE")])))
        #expect(try !match(name, DER.name([("2.5.4.6", 0x13, "DE"), ("2.5.4.11", 0x0c, "O")])))
    }

    @Test("A name is in the subtree of each of its beginnings (§4.2.1.10)")
    func subtrees() throws {
        let bytes = DER.name([("2.5.4.6", 0x13, "DE"), ("2.5.4.10", 0x0c, "O"), ("2.5.4.3", 0x0c, "x")])
        let base = DER.name([("2.5.4.6", 0x13, "de"), ("2.5.4.10", 0x0c, "o")])
        let other = DER.name([("2.5.4.6", 0x13, "FR")])
        #expect(try isWithin(bytes, base))
        #expect(try isWithin(bytes, bytes))
        #expect(try !isWithin(bytes, other))
        #expect(try !isWithin(base, bytes))
    }

    /// One relative name with these attributes, in this order.
    private func together(_ attributes: [[UInt8]]) -> [UInt8] {
        let contents = attributes.flatMap { $0 }
        let set = [0x31, UInt8(contents.count)] + contents
        return [0x30, UInt8(set.count)] + set
    }

    @Test("The attributes of one relative name are a set, and a bounded one")
    func sets() throws {
        let a: [UInt8] = [0x30, 0x08, 0x06, 0x03, 0x55, 0x04, 0x03, 0x0c, 0x01, 0x61]
        let b: [UInt8] = [0x30, 0x08, 0x06, 0x03, 0x55, 0x04, 0x0a, 0x0c, 0x01, 0x62]
        #expect(try match(together([a, b]), together([b, a])))
        #expect(try isWithin(together([a, b]), together([b, a])))
        #expect(try !match(together([a, b]), together([a])))
        #expect(try !isWithin(together([a, b]), together([b])))
        #expect(try !isWithin(together([a]), together([a, b])))
        let many = [UInt8](repeating: 0, count: 17).map { _ in [0x30, 0x05, 0x06, 0x01, 0x55, 0x05, 0x00] as [UInt8] }
        let isRefused = (try? DistinguishedName(together(many).span)) == nil
        #expect(isRefused)
    }
}
