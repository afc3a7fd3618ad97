import Testing

/// Every rule finds a file that breaks it, and leaves one alone that doesn't.
@Suite struct RulesCanFailTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: Rule
        let broken: [String: String]
        let kept: [String: String]

        var testDescription: String { rule.name }
    }

    static let cases: [Case] = [
        Case(
            rule: .layering,
            broken: [
                "Sources/CountersignCore/DER/Reader.swift": "struct Reader { var owner: Verdict? }",
                "Sources/CountersignCore/Trust/Verdict.swift": "enum Verdict {}",
            ],
            kept: [
                "Sources/CountersignCore/DER/Reader.swift":
                    "/// Not a Verdict.\nstruct Reader { let text = \"Verdict\"; let x: Other.Verdict; enum Kind {} }",
                "Sources/CountersignCore/Trust/Verdict.swift": "enum Verdict { case of(Reader) }\nenum Kind {}",
            ]),
        Case(
            rule: .layering,
            broken: ["Sources/CountersignCore/Misc/Thing.swift": "struct Thing {}"],
            kept: ["Sources/CountersignCore/Trust/Thing.swift": "struct Thing {}"]),
        Case(
            rule: .coreDoesNoIO,
            broken: ["Sources/CountersignCore/Trust/A.swift": "let now = Clock.wallSeconds"],
            kept: [
                "Sources/CountersignCore/Boundary/A.swift": "enum Clock {}",
                "Sources/Countersign/A.swift": "let now = Clock.wallSeconds",
            ]),
        Case(
            rule: .shimCodesAreNamed,
            broken: [
                "CInterop/CCountersign/include/countersign_shim.h":
                    "typedef enum ccountersign_code { CCOUNTERSIGN_OK = 0, CCOUNTERSIGN_NEW = 1 } ccountersign_code;",
                "Sources/CountersignCore/Boundary/FailureCode.swift": "let ok = FailureCode(shim: CCOUNTERSIGN_OK)",
            ],
            kept: [
                "CInterop/CCountersign/include/countersign_shim.h":
                    "typedef enum ccountersign_code { CCOUNTERSIGN_OK = 0 } ccountersign_code;",
                "Sources/CountersignCore/Boundary/FailureCode.swift": "let ok = FailureCode(shim: CCOUNTERSIGN_OK)",
            ]),
        Case(
            rule: .oneDoorToC,
            broken: ["Sources/Countersign/Connection/A.swift": "package import CCountersign"],
            kept: [
                "Sources/CountersignCore/Boundary/A.swift": "internal import CCountersign",
                "Sources/Countersign/A.swift": "// import CCountersign\nimport CountersignCore",
            ]),
        Case(
            rule: .unsafeAtTheDoor,
            broken: ["Sources/CountersignCLI/A.swift": "let a = unsafe b.pointee"],
            kept: [
                "Sources/CountersignCore/Boundary/A.swift": "let a = unsafe b.pointee",
                "Sources/CountersignCLI/A.swift": "/* unsafe /* unsafe */ */ let a = \"unsafe \\(b)\" // unsafe",
            ]),
        Case(
            rule: .noFoundation,
            broken: ["Sources/CountersignHTTP/A.swift": "@preconcurrency import struct Foundation.Data"],
            kept: ["Sources/CountersignURLSession/A.swift": "import Foundation"]),
        Case(
            rule: .onePublicType,
            broken: ["Sources/Countersign/A.swift": "public struct A {}\npublic final class B {}"],
            kept: [
                "Sources/Countersign/A.swift":
                    "public struct A {\n  public enum Kind { case a }\n}\nstruct B {}\nextension A { public struct C {} }"
            ]),
        Case(
            rule: .shortFiles,
            broken: ["CInterop/CCountersign/a.c": String(repeating: "\n", count: 501)],
            kept: ["CInterop/CCountersign/a.c": String(repeating: "\n", count: 500)]),
        Case(
            rule: .shortMedian,
            broken: ["Sources/A.swift": String(repeating: "\n", count: 171)],
            kept: [
                "Sources/A.swift": String(repeating: "\n", count: 400), "Sources/B.swift": "\n",
                "Sources/C.swift": "\n",
            ]),
        Case(
            rule: .noTraps,
            broken: ["Sources/CountersignCore/A.swift": "let a = try! b()"],
            kept: ["Sources/CountersignCore/A.swift": "// fatalError() is not for us\nlet a = try? b() as? C"]),
        Case(
            rule: .noTraps,
            broken: ["Sources/Countersign/A.swift": "default: fatalError(\"no\")"],
            kept: ["Sources/CountersignCLI/A.swift": "default: fatalError(\"no\")"]),
        Case(
            rule: .nothingLeftToDo,
            broken: ["CInterop/a.c": "/* TO" + "DO: later */"],
            kept: ["CInterop/a.c": "/* done */"]),
        Case(
            rule: .testNamesAreSentences,
            broken: ["Tests/A.swift": "@Test(arguments: [1, 2])\n  func parsing(_ n: Int) {}"],
            kept: [
                "Tests/A.swift":
                    "@Test func `a name is a sentence`() {}\n@Test(\"so is a title\") func title() {}\nfunc helper() {}"
            ]),
        Case(
            rule: .noSleeping,
            broken: ["Tests/A.swift": "Thread.sle" + "ep(forTimeInterval: 1)"],
            kept: ["Tests/A.swift": "// sle" + "ep(1)\nlet sleeping = asleep()"]),
        Case(
            rule: .noSleeping,
            broken: ["scripts/a": "#!/bin/sh\nwhile ! ready; do sle" + "ep 1; done"],
            kept: ["scripts/a": "#!/bin/sh\necho sleep well"]),
        Case(
            rule: .plainShimHeader,
            broken: ["CInterop/CCountersign/include/countersign_shim.h": "#include <mbedtls/ssl.h>\n"],
            kept: ["CInterop/CCountersign/include/countersign_shim.h": "#include <stddef.h>\n"]),
    ]

    @Test(arguments: cases)
    func `a rule tells a broken file from a good one`(example: Case) {
        #expect(!example.rule.violations(Repository(example.broken)).isEmpty)
        #expect(example.rule.violations(Repository(example.kept)).isEmpty)
    }

    @Test func `every rule has been seen to fail`() {
        #expect(Set(Self.cases.map(\.rule.name)) == Set(Rule.all.map(\.name)))
    }

    @Test func `an exception that nothing needs is reported`() throws {
        let exceptions = try Exceptions(
            text: "# comment\nno-traps Sources/A.swift because\nno-traps Sources/B.swift why\n")
        let violation = Violation(path: "Sources/A.swift", line: 1, what: "trap")
        let other = Violation(path: "Sources/C.swift", line: 1, what: "trap")
        let (left, unused) = exceptions.apply(to: [violation, other], of: "no-traps")
        #expect(left == [other])
        #expect(unused.map(\.path) == ["Sources/B.swift"])
        #expect(throws: Exceptions.MalformedLine.self) { try Exceptions(text: "no-traps Sources/A.swift") }
    }

    @Test func `a violation names its line`() {
        let repository = Repository(["Sources/A.swift": "let a = \"\"\"\n  x\n  \"\"\"\n// one\nlet b = try! c()\n"])
        #expect(Rule.noTraps.violations(repository).map(\.line) == [5])
    }
}
