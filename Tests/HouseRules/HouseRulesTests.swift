import Testing

/// The repository keeps its own rules.
@Suite struct HouseRulesTests {
    @Test(arguments: Rule.all)
    func `the repository keeps the rule`(rule: Rule) throws {
        let (left, unused) = try Exceptions.real().apply(to: rule.violations(.real), of: rule.name)
        #expect(left.isEmpty, "\(left.map(\.description).joined(separator: "\n"))")
        #expect(unused.isEmpty, "exceptions that nothing needs: \(unused)")
    }

    @Test func `every exception names a rule that exists`() throws {
        let names = Set(Rule.all.map(\.name))
        for entry in try Exceptions.real().entries { #expect(names.contains(entry.rule)) }
    }

    @Test func `the rules see the repository at all`() {
        let paths = Set(Repository.real.files.map(\.path))
        #expect(paths.contains("Sources/CountersignCore/Boundary/Bytes.swift"))
        #expect(paths.contains("Tests/Fixtures/make-fixtures"))
        #expect(paths.contains("CInterop/CCountersign/include/countersign_shim.h"))
    }
}
