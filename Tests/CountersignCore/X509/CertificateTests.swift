import Testing

@testable import CountersignCore

@Suite("A certificate is read as RFC 5280 §4 writes it")
struct CertificateTests {
    private func isReadable(_ certificate: TestCertificate) -> Bool {
        let der = certificate.der
        return (try? CertificateFields(der.span)) != nil
    }

    private func isReadable(_ der: ArraySlice<UInt8>) -> Bool {
        (try? CertificateFields(der.span)) != nil
    }

    @Test("Names, dates, key and extensions are found")
    func fields() throws {
        let der = leaf.with(dnsNames: "a.example", "b.example").with(purposes: "1.3.6.1.5.5.7.3.1").der
        let certificate = try Certificate(der.span)
        let (version, key, start) = (certificate.version, certificate.publicKey, certificate.notBefore)
        #expect(version == 3)
        #expect(key.algorithm == .ecP256)
        #expect(start == UnixTime(year: 2020, month: 1, day: 1))
        var names = certificate.subjectAlternativeNames
        var kinds: [GeneralName.Kind] = []
        while let name = names.next() { kinds.append(name.kind) }
        #expect(kinds == [.dnsName, .dnsName])
    }

    @Test("Bytes behind a certificate are refused")
    func trailingBytes() {
        let der = leaf.der + [0x00]
        #expect(!isReadable(der[...]))
    }

    @Test("Every shorter part of a certificate is refused, without a trap")
    func prefixes() {
        let der = leaf.with(dnsNames: "a.example").der
        for count in 0..<der.count {
            #expect(!isReadable(der[..<count]))
        }
    }

    @Test("Extensions need version 3 (§4.1.2.9)")
    func versions() {
        var old = leaf.with(dnsNames: "a.example")
        #expect(isReadable(old))
        old.version = 2
        #expect(!isReadable(old))
        old.extensions = []
        old.version = 1
        #expect(isReadable(old))
    }

    @Test("An extension appears once (§4.2)")
    func repeatedExtensions() {
        #expect(isReadable(leaf.with("1.2.3.4", [0x05, 0x00])))
        #expect(!isReadable(leaf.with("1.2.3.4", [0x05, 0x00]).with("1.2.3.4", [0x05, 0x00])))
    }

    @Test("Key identifiers are never critical (§4.2.1.1, §4.2.1.2)")
    func criticalKeyIdentifiers() {
        let value = DER.element(0x04, [1, 2, 3])
        #expect(isReadable(leaf.with("2.5.29.14", value)))
        #expect(!isReadable(leaf.with("2.5.29.14", value, isCritical: true)))
        let authority = DER.sequence([DER.element(0x80, [1, 2, 3])])
        #expect(isReadable(leaf.with("2.5.29.35", authority)))
        #expect(!isReadable(leaf.with("2.5.29.35", authority, isCritical: true)))
    }

    @Test(
        "Lists that must not be empty aren't",
        arguments: [
            "2.5.29.17", "2.5.29.30", "2.5.29.32", "2.5.29.33",
            "2.5.29.36", "2.5.29.37", "1.3.6.1.5.5.7.1.1",
        ])
    func emptyLists(_ identifier: String) {
        #expect(!isReadable(leaf.with(identifier, DER.sequence([]))))
    }

    @Test("A policy is listed once (§4.2.1.4)")
    func repeatedPolicies() {
        #expect(isReadable(leaf.with(policies: "1.2.3", "1.2.4")))
        #expect(!isReadable(leaf.with(policies: "1.2.3", "1.2.3")))
    }

    @Test("Alternative names are ASCII, and addresses have 4 or 16 octets (§4.2.1.6)")
    func alternativeNames() {
        #expect(isReadable(leaf.with(names: [(0x87, [1, 2, 3, 4])])))
        #expect(!isReadable(leaf.with(names: [(0x87, [1, 2, 3])])))
        #expect(!isReadable(leaf.with(names: [(0x82, [0xc3, 0xa4])])))
        #expect(!isReadable(leaf.with("2.5.29.17", Array("a.example".utf8))))
    }

    @Test("A network mask is ones and then zeros (§4.2.1.10)")
    func masks() {
        let base: [UInt8] = [10, 0, 0, 0]
        #expect(isReadable(issuer.with(permitted: [(0x87, base + [255, 240, 0, 0])], excluded: [])))
        #expect(!isReadable(issuer.with(permitted: [(0x87, base + [255, 0, 255, 0])], excluded: [])))
        #expect(!isReadable(issuer.with(permitted: [(0x87, base + [253, 0, 0, 0])], excluded: [])))
        #expect(!isReadable(issuer.with(permitted: [(0x82, Array("*.example".utf8))], excluded: [])))
    }

    @Test("An elliptic curve's point has the curve's size (RFC 5480 §2.2)")
    func points() {
        var short = leaf
        short.keySize = 31
        #expect(!isReadable(short))
    }
}
