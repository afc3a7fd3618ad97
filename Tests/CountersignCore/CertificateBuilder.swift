@testable import CountersignCore

/// Writes DER, for tests only: whatever is asked for, right or wrong.
enum DER {
    static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        if count < 0x80 { return [tag, UInt8(count)] + contents }
        if count < 0x100 { return [tag, 0x81, UInt8(count)] + contents }
        return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xff)] + contents
    }

    static func sequence(_ parts: [[UInt8]]) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }

    static func identifier(_ dotted: String) -> [UInt8] {
        let arcs = dotted.split(separator: ".").compactMap { UInt64($0) }
        var octets = [UInt8(arcs[0] * 40 + arcs[1])]
        for arc in arcs.dropFirst(2) {
            var rest = arc >> 7
            var group = [UInt8(arc & 0x7f)]
            while rest > 0 {
                group.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
                rest >>= 7
            }
            octets += group
        }
        return element(0x06, octets)
    }

    static func integer(_ value: UInt8) -> [UInt8] { element(0x02, value < 0x80 ? [value] : [0, value]) }

    static func name(_ commonName: String, tag: UInt8 = 0x0c) -> [UInt8] {
        commonName.isEmpty ? sequence([]) : name([("2.5.4.3", tag, commonName)])
    }

    static func name(_ attributes: [(type: String, tag: UInt8, value: String)]) -> [UInt8] {
        sequence(
            attributes.map { attribute in
                element(
                    0x31,
                    sequence([identifier(attribute.type), element(attribute.tag, Array(attribute.value.utf8))]))
            })
    }
}

/// A certificate to be written, with an arbitrary signature: what `PathValidator` sees once signatures were verified.
struct TestCertificate {
    var subject: [UInt8]
    var issuer: [UInt8]
    var serial: [UInt8] = [0x02, 0x01, 0x05]
    var version: UInt8 = 3
    var notBefore = "20200101000000Z"
    var notAfter = "20400101000000Z"
    var keySize = 32
    var extensions: [[UInt8]] = []

    init(_ subject: String, issuedBy issuer: String) {
        self.subject = DER.name(subject)
        self.issuer = DER.name(issuer)
    }

    /// An issuer with critical basic constraints and key usage.
    static func authority(_ subject: String, issuedBy issuer: String, pathLength: UInt8? = nil) -> TestCertificate {
        TestCertificate(subject, issuedBy: issuer)
            .with("2.5.29.19", DER.sequence([[0x01, 0x01, 0xff]] + (pathLength.map { [DER.integer($0)] } ?? [])))
            .with("2.5.29.15", [0x03, 0x02, 0x01, 0x06])
    }

    func with(_ identifier: String, _ value: [UInt8], isCritical: Bool = false) -> TestCertificate {
        var copy = self
        copy.extensions.append(
            DER.sequence(
                [DER.identifier(identifier)] + (isCritical ? [[0x01, 0x01, 0xff]] : []) + [DER.element(0x04, value)]))
        return copy
    }

    /// Subject alternative names, each by its tag.
    func with(names: [(tag: UInt8, value: [UInt8])]) -> TestCertificate {
        with("2.5.29.17", DER.sequence(names.map { DER.element($0.tag, $0.value) }))
    }

    func with(dnsNames: String...) -> TestCertificate { with(names: dnsNames.map { (0x82, Array($0.utf8)) }) }

    func with(permitted: [(tag: UInt8, value: [UInt8])], excluded: [(tag: UInt8, value: [UInt8])]) -> TestCertificate {
        func list(_ tag: UInt8, _ bases: [(tag: UInt8, value: [UInt8])]) -> [UInt8] {
            bases.isEmpty
                ? [] : DER.element(tag, bases.flatMap { DER.sequence([DER.element($0.tag, $0.value)]) })
        }
        return with("2.5.29.30", DER.sequence([list(0xa0, permitted), list(0xa1, excluded)]), isCritical: true)
    }

    func with(policies: String...) -> TestCertificate {
        with("2.5.29.32", DER.sequence(policies.map { DER.sequence([DER.identifier($0)]) }))
    }

    func with(mapping issuer: String, to subject: String) -> TestCertificate {
        with("2.5.29.33", DER.sequence([DER.sequence([DER.identifier(issuer), DER.identifier(subject)])]))
    }

    func with(purposes: String...) -> TestCertificate {
        with("2.5.29.37", DER.sequence(purposes.map { DER.identifier($0) }))
    }

    func valid(from notBefore: String, to notAfter: String) -> TestCertificate {
        var copy = self
        copy.notBefore = notBefore
        copy.notAfter = notAfter
        return copy
    }

    var der: [UInt8] {
        let algorithm = DER.sequence([DER.identifier("1.2.840.10045.4.3.2")])
        let key = DER.sequence([
            DER.sequence([DER.identifier("1.2.840.10045.2.1"), DER.identifier("1.2.840.10045.3.1.7")]),
            DER.element(0x03, [0x00, 0x04] + [UInt8](repeating: 7, count: keySize * 2)),
        ])
        var fields: [[UInt8]] = []
        if version > 1 { fields.append(DER.element(0xa0, DER.integer(version - 1))) }
        fields += [
            serial, algorithm, issuer,
            DER.sequence([DER.element(0x18, Array(notBefore.utf8)), DER.element(0x18, Array(notAfter.utf8))]),
            subject, key,
        ]
        if !extensions.isEmpty { fields.append(DER.element(0xa3, DER.sequence(extensions))) }
        return DER.sequence([DER.sequence(fields), algorithm, DER.element(0x03, [0x00, 0x30, 0x00])])
    }
}

/// The moment at which most tests judge.
let noon = UnixTime(year: 2030, month: 6, day: 15, hour: 12)!

/// Validates a path, end entity first, and returns every check that failed.
func validate(
    _ path: [TestCertificate], anchor: TestCertificate, policy: TrustPolicy = .basicX509(), at date: UnixTime = noon,
    isAnchoredByItself: Bool = false
) throws -> [TrustError] {
    var buffer: [UInt8] = []
    var ranges: [ByteRange] = []
    var steps = InlineArray<16, Int32>(repeating: 0)
    for (index, certificate) in path.enumerated() {
        let der = certificate.der
        ranges.append(ByteRange(start: buffer.count, count: der.count))
        buffer += der
        steps[index] = Int32(index)
    }
    let anchorDER = anchor.der
    var validator = PathValidator(
        chain: CertificateList(in: buffer.span, at: ranges.span), path: steps, count: path.count,
        anchor: try Certificate(anchorDER.span), isAnchoredByItself: isAnchoredByItself, policy: policy, date: date)
    var budget = Budget()
    try validator.validate(&budget)
    let findings = validator.findings
    return (0..<findings.count).compactMap { findings[$0] }
}

/// The codes of `validate`.
func codes(
    _ path: [TestCertificate], anchor: TestCertificate, policy: TrustPolicy = .basicX509(), at date: UnixTime = noon
) throws -> [TrustError.Code] {
    try validate(path, anchor: anchor, policy: policy, at: date).map(\.code)
}

let root = TestCertificate.authority("Root", issuedBy: "Root")
let issuer = TestCertificate.authority("Issuer", issuedBy: "Root")
let leaf = TestCertificate("Leaf", issuedBy: "Issuer")
