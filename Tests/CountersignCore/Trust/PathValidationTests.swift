import Testing

@testable import CountersignCore

/// RFC 5280 §6.1, one test for each clause that decides something, each with both outcomes. Signatures, §6.1.3 (a)(1),
/// are in `PathBuildingTests`.
@Suite("A path is valid if every step of RFC 5280 §6.1 says so")
struct PathValidationTests {
    @Test("A plain path of three passes")
    func plain() throws {
        #expect(try codes([leaf, issuer], anchor: root).isEmpty)
    }

    @Test("§6.1.2 (k): max_path_length starts as n, so an anchor without a limit allows any length")
    func pathLengthStart() throws {
        let middle = TestCertificate.authority("Middle", issuedBy: "Issuer")
        let end = TestCertificate("Leaf", issuedBy: "Middle")
        #expect(try codes([end, middle, issuer], anchor: root).isEmpty)
    }

    @Test("§6.1.2 (j): working_issuer_name starts as the anchor's subject")
    func firstIssuer() throws {
        #expect(try codes([leaf, issuer], anchor: .authority("Other", issuedBy: "Other")) == [.unknownIssuer])
    }

    @Test("§6.1.3 (a)(2): the validity period includes the date, both ends included")
    func validity() throws {
        let path = [leaf.valid(from: "20300101000000Z", to: "20300131235959Z"), issuer]
        let first = UnixTime(year: 2030, month: 1, day: 1)!
        let last = UnixTime(year: 2030, month: 1, day: 31, hour: 23, minute: 59, second: 59)!
        #expect(try codes(path, anchor: root, at: first).isEmpty)
        #expect(try codes(path, anchor: root, at: last).isEmpty)
        #expect(try codes(path, anchor: root, at: UnixTime(seconds: first.seconds - 1)) == [.notYetValid])
        #expect(try codes(path, anchor: root, at: UnixTime(seconds: last.seconds + 1)) == [.expired])
    }

    @Test("A date that is refused comes with the certificate's dates and the one it was judged by")
    func validityDetails() throws {
        let early = UnixTime(year: 1970, month: 1, day: 1)!
        let error = try #require(try validate([leaf, issuer], anchor: root, at: early).first)
        #expect(error.code == .notYetValid)
        #expect(error.verifyDate == early)
        #expect(error.notBefore == UnixTime(year: 2020, month: 1, day: 1))
    }

    @Test("§6.1.3 (a)(4): each issuer name is the subject above")
    func nameChaining() throws {
        let stranger = TestCertificate.authority("Stranger", issuedBy: "Root")
        #expect(try codes([leaf, stranger], anchor: root) == [.unknownIssuer])
    }

    @Test("§6.1.3 (b): names lie within the permitted subtrees")
    func permitted() throws {
        let limited = issuer.with(permitted: [(0x82, Array("example".utf8))], excluded: [])
        #expect(try codes([leaf.with(dnsNames: "a.example"), limited], anchor: root).isEmpty)
        #expect(try codes([leaf.with(dnsNames: "a.test"), limited], anchor: root) == [.nameConstraintViolation])
    }

    @Test("§6.1.3 (c): names lie outside of the excluded subtrees")
    func excluded() throws {
        let limited = issuer.with(permitted: [], excluded: [(0x82, Array("example".utf8))])
        #expect(try codes([leaf.with(dnsNames: "a.test"), limited], anchor: root).isEmpty)
        #expect(try codes([leaf.with(dnsNames: "a.example"), limited], anchor: root) == [.nameConstraintViolation])
    }

    @Test("§6.1.3 (b) and (c) skip a self-issued certificate, unless it is the last")
    func selfIssuedNames() throws {
        let limited = root.with(permitted: [(0xa4, DER.name("Leaf"))], excluded: [])
        let rollover = TestCertificate.authority("Root", issuedBy: "Root")
        let end = TestCertificate("Leaf", issuedBy: "Root")
        #expect(try codes([end, rollover], anchor: limited).isEmpty)
        #expect(try codes([rollover], anchor: limited) == [.nameConstraintViolation])
    }

    @Test("§6.1.4 (g): constraints add up: what one issuer permits another can't widen")
    func constraintsAddUp() throws {
        let wide = issuer.with(permitted: [(0x82, Array("test".utf8)), (0x82, Array("example".utf8))], excluded: [])
        let narrow = root.with(permitted: [(0x82, Array("example".utf8))], excluded: [])
        #expect(try codes([leaf.with(dnsNames: "a.example"), wide], anchor: narrow).isEmpty)
        #expect(try codes([leaf.with(dnsNames: "a.test"), wide], anchor: narrow) == [.nameConstraintViolation])
    }

    @Test("§6.1.4 (k): an issuer has basic constraints that say so")
    func basicConstraints() throws {
        let silent = TestCertificate("Issuer", issuedBy: "Root")
        let denying = silent.with("2.5.29.19", DER.sequence([]))
        #expect(try codes([leaf, silent], anchor: root) == [.keyUsageForbidden])
        #expect(try codes([leaf, denying], anchor: root) == [.keyUsageForbidden])
        let error = try #require(try validate([leaf, silent], anchor: root).first)
        #expect(error.objectIdentifier == .basicConstraints)
        #expect(error.certificate == .chain(1))
    }

    @Test("§6.1.4 (l): each issuer that isn't self-issued uses up the path length")
    func pathLengthUse() throws {
        let limited = TestCertificate.authority("Root", issuedBy: "Root", pathLength: 1)
        let middle = TestCertificate.authority("Middle", issuedBy: "Issuer")
        let end = TestCertificate("Leaf", issuedBy: "Middle")
        #expect(try codes([leaf, issuer], anchor: limited).isEmpty)
        #expect(try codes([end, middle, issuer], anchor: limited) == [.pathLengthExceeded])
        let rollover = TestCertificate.authority("Root", issuedBy: "Root")
        #expect(try codes([leaf, issuer, rollover], anchor: limited).isEmpty)
    }

    @Test("§6.1.4 (m): a smaller path length constraint takes over, a larger one doesn't")
    func pathLengthLimit() throws {
        let none = TestCertificate.authority("Issuer", issuedBy: "Root", pathLength: 0)
        let middle = TestCertificate.authority("Middle", issuedBy: "Issuer", pathLength: 5)
        let end = TestCertificate("Leaf", issuedBy: "Middle")
        #expect(try codes([leaf, none], anchor: root).isEmpty)
        #expect(try codes([end, middle, none], anchor: root) == [.pathLengthExceeded])
    }

    @Test("§6.1.4 (n): an issuer's key usage, if there is one, includes keyCertSign")
    func keyCertSign() throws {
        let plain = TestCertificate("Issuer", issuedBy: "Root").with("2.5.29.19", DER.sequence([[0x01, 0x01, 0xff]]))
        #expect(try codes([leaf, plain], anchor: root).isEmpty)
        let wrong = plain.with("2.5.29.15", [0x03, 0x02, 0x07, 0x80])
        #expect(try codes([leaf, wrong], anchor: root) == [.keyUsageForbidden])
    }

    @Test("§6.1.4 (o): an issuer's unknown critical extension is refused, an uncritical one isn't looked at")
    func issuerCriticalExtension() throws {
        #expect(try codes([leaf, issuer.with("1.2.3.4", [0x05, 0x00])], anchor: root).isEmpty)
        let critical = issuer.with("1.2.3.4", [0x05, 0x00], isCritical: true)
        #expect(try codes([leaf, critical], anchor: root) == [.unknownCriticalExtension])
    }

    @Test("§6.1.5 (f): so is the end entity's")
    func leafCriticalExtension() throws {
        #expect(try codes([leaf.with("1.2.3.4", [0x05, 0x00]), issuer], anchor: root).isEmpty)
        let critical = leaf.with("1.2.3.4", [0x05, 0x00], isCritical: true)
        #expect(try codes([critical, issuer], anchor: root) == [.unknownCriticalExtension])
    }

    @Test("An anchor's own constraints bind what is below it (RFC 5937 §3)")
    func anchorConstraints() throws {
        #expect(
            try codes([leaf, issuer], anchor: root.valid(from: "20200101000000Z", to: "20210101000000Z")) == [.expired])
        #expect(
            try codes([leaf, issuer], anchor: root.with("1.2.3.4", [0x05, 0x00], isCritical: true))
                == [.unknownCriticalExtension])
        #expect(try codes([leaf, issuer], anchor: TestCertificate("Root", issuedBy: "Root")) == [.keyUsageForbidden])
    }

    @Test("An anchor of version 1 needs no basic constraints, an intermediate of version 1 does")
    func versionOne() throws {
        var old = TestCertificate("Root", issuedBy: "Root")
        old.version = 1
        #expect(try codes([leaf, issuer], anchor: old).isEmpty)
        var middle = TestCertificate("Issuer", issuedBy: "Root")
        middle.version = 1
        #expect(try codes([leaf, middle], anchor: root) == [.keyUsageForbidden])
    }

    @Test("Serial numbers are positive and at most 20 octets long, except in anchors (§4.1.2.2)")
    func serials() throws {
        for serial in [[0x02, 0x01, 0x00], [0x02, 0x01, 0x80], DER.element(0x02, [UInt8](repeating: 1, count: 21))] {
            var odd = leaf
            odd.serial = serial
            #expect(try codes([odd, issuer], anchor: root) == [.malformed])
            var oddRoot = root
            oddRoot.serial = serial
            #expect(try codes([leaf, issuer], anchor: oddRoot).isEmpty)
        }
    }

    @Test("An empty subject needs critical alternative names (§4.2.1.6)")
    func emptySubject() throws {
        let nameless = TestCertificate("", issuedBy: "Issuer")
        let names = DER.sequence([DER.element(0x82, Array("a.example".utf8))])
        #expect(try codes([nameless.with("2.5.29.17", names, isCritical: true), issuer], anchor: root).isEmpty)
        #expect(try codes([nameless.with("2.5.29.17", names), issuer], anchor: root) == [.malformed])
    }

    @Test("An anchor that is the end entity needs no issuer, but must be valid")
    func anchoredByItself() throws {
        #expect(try validate([leaf], anchor: leaf, isAnchoredByItself: true).isEmpty)
        let late = UnixTime(year: 2041, month: 1, day: 1)!
        #expect(try validate([leaf], anchor: leaf, at: late, isAnchoredByItself: true).map(\.code) == [.expired])
    }

    @Test("Every check that fails is found, the worst first in rank")
    func allFindings() throws {
        let bad = leaf.valid(from: "20200101000000Z", to: "20210101000000Z")
            .with("1.2.3.4", [0x05, 0x00], isCritical: true)
        #expect(try codes([bad, issuer], anchor: root) == [.expired, .unknownCriticalExtension])
        var findings = TrustFindings()
        for error in try validate([bad, issuer], anchor: root) { findings.append(error) }
        #expect(findings.foremost?.code == .unknownCriticalExtension)
    }
}
