/// The habits of this project that a machine can check. Each rule finds the places where it is broken.
struct Rule: Sendable, CustomStringConvertible {
    /// The name that exceptions.txt uses.
    let name: String
    let violations: @Sendable (Repository) -> [Violation]

    var description: String { name }

    static let all: [Rule] = [
        layering, oneDoorToC, unsafeAtTheDoor, noFoundation, onePublicType, shortFiles, shortMedian, noTraps,
        nothingLeftToDo,
        testNamesAreSentences, noSleeping, plainShimHeader, shimCodesAreNamed, coreDoesNoIO,
    ]

    // MARK: Modules and layers

    static let layers = ["Boundary", "DER", "X509", "Trust", "Pinning", "Challenge", "Handshake"]

    /// `Boundary ← DER ← X509 ← Trust ← Pinning ← Challenge ← Handshake`.
    static let layering = Rule(name: "layering") { repository in
        let core = "Sources/CountersignCore"
        let folders = layers.map { repository.swift(in: "\(core)/\($0)") }
        var found: [Violation] = []
        for (level, files) in folders.enumerated() {
            let own = files.reduce(into: Set<String>()) { $0.formUnion($1.declaredTypes(atTopOnly: false)) }
            let left = folders[..<level].joined()
                .reduce(into: Set<String>()) { $0.formUnion($1.declaredTypes(atTopOnly: true)) }
            for above in layers.indices.dropFirst(level + 1) {
                let foreign = folders[above]
                    .reduce(into: Set<String>()) { $0.formUnion($1.declaredTypes(atTopOnly: true)) }
                    .subtracting(own).subtracting(left)
                for file in files {
                    for word in file.code.matches(of: /(?:^|[^.\w])([A-Z]\w*)/) where foreign.contains(String(word.1)) {
                        let line = file.line(of: word.1.startIndex)
                        found.append(
                            Violation(
                                path: file.path, line: line,
                                what: "\(layers[level]) mentions \(word.1), which \(layers[above]) declares"))
                    }
                }
            }
        }
        for file in repository.swift(in: core) {
            let parts = file.path.split(separator: "/")
            if parts.count > 3, !layers.contains(String(parts[2])) {
                found.append(Violation(path: file.path, line: 1, what: "\(parts[2]) is not a layer"))
            }
        }
        return found
    }

    /// The core reads no clock and does no I/O: only the façade and the tool call what Boundary wraps of the system.
    static let coreDoesNoIO = Rule(name: "core-does-no-IO") { repository in
        repository.swift(in: "Sources/CountersignCore").filter { !isBoundary($0) }.flatMap {
            places(of: /\b(?:Clock|Descriptor|NetworkAddress|MappedFile|FileSystem|PollSet|Readiness)\b/, in: $0)
        }
    }

    /// Every code of the shim's contract has a name in Swift, so that none is reported as unknown.
    static let shimCodesAreNamed = Rule(name: "shim-codes-are-named") { repository in
        let header = "CInterop/CCountersign/include/countersign_shim.h"
        guard let contract = repository.files.first(where: { $0.path == header }),
            let names = repository.files.first(where: { $0.path.hasSuffix("Boundary/FailureCode.swift") }),
            let list = contract.code.firstMatch(of: /typedef enum ccountersign_code \{([^}]*)\}/)
        else { return [] }
        return list.1.matches(of: /CCOUNTERSIGN_\w+(?= = \d)/).compactMap { code in
            guard !names.code.contains("(shim: \(code.0))") else { return nil }
            return Violation(path: header, line: contract.line(of: code.0.startIndex), what: "\(code.0) has no name")
        }
    }

    static let oneDoorToC = Rule(name: "one-door-to-C") { repository in
        imports(of: ["CCountersign", "CMbedTLS"], in: repository.swift(in: "Sources").filter { !isBoundary($0) })
    }

    static let unsafeAtTheDoor = Rule(name: "unsafe-at-the-door") { repository in
        repository.swift(in: "Sources").filter { !isBoundary($0) && !isCContract($0) }
            .flatMap { places(of: /\bunsafe\b/, in: $0) }
    }

    static let noFoundation = Rule(name: "no-Foundation") { repository in
        imports(
            of: ["Foundation", "FoundationEssentials", "FoundationNetworking"],
            in: repository.swift(in: "Sources").filter { !$0.path.hasPrefix("Sources/CountersignURLSession/") })
    }

    private static func isBoundary(_ file: SourceFile) -> Bool {
        file.path.hasPrefix("Sources/CountersignCore/Boundary/")
    }

    /// The library as C sees it: pointers are what it is about.
    private static func isCContract(_ file: SourceFile) -> Bool {
        file.path.hasPrefix("Sources/CountersignC/")
    }

    private static func imports(of modules: Set<String>, in files: [SourceFile]) -> [Violation] {
        files.flatMap { file in
            file.imports.filter { modules.contains($0.module) }
                .map { Violation(path: file.path, line: $0.line, what: "imports \($0.module)") }
        }
    }

    // MARK: Files

    static let onePublicType = Rule(name: "one-public-type") { repository in
        repository.swift(in: "Sources").compactMap { file in
            let types = file.topLevel.matches(
                of:
                    /\b(?:public|open)\s+(?:(?:final|indirect|nonisolated)\s+)*(?:struct|class|enum|protocol|actor)\s+(\w+)/
            )
            guard types.count > 1 else { return nil }
            let names = types.map { String($0.1) }.joined(separator: ", ")
            return Violation(path: file.path, line: 1, what: "declares \(types.count) public types: \(names)")
        }
    }

    static let shortFiles = Rule(name: "short-files") { repository in
        repository.files.filter { $0.lineCount > 500 }
            .map { Violation(path: $0.path, line: 500, what: "has \($0.lineCount) lines: split at 500") }
    }

    static let shortMedian = Rule(name: "short-median") { repository in
        let counts = repository.swift(in: "Sources").map(\.lineCount).sorted()
        guard !counts.isEmpty, counts[counts.count / 2] > 170 else { return [] }
        return [Violation(path: "Sources", line: 1, what: "the median file has \(counts[counts.count / 2]) lines")]
    }

    static let plainShimHeader = Rule(name: "plain-shim-header") { repository in
        repository.files.filter { $0.path.hasSuffix("/countersign_shim.h") }.flatMap { file in
            file.text.matches(of: /(?m)^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]*)[>"]/)
                .filter { !["stddef.h", "stdint.h"].contains($0.1) }
                .map { Violation(path: file.path, line: file.line(of: $0.range.lowerBound), what: "includes \($0.1)") }
        }
    }

    // MARK: Words

    static let noTraps = Rule(name: "no-traps") { repository in
        repository.swift(in: "Sources").filter { !$0.path.hasPrefix("Sources/CountersignCLI/") }.flatMap {
            places(of: /\bfatalError\(|\bpreconditionFailure\(|\btry!|\bas!/, in: $0)
        }
    }

    static let nothingLeftToDo = Rule(name: "nothing-left-to-do") { repository in
        repository.files.flatMap { file in
            file.text.matches(of: /\b(TO[D]O|FIX[M]E)\b/).map {
                Violation(path: file.path, line: file.line(of: $0.range.lowerBound, in: file.text), what: "\($0.1)")
            }
        }
    }

    static let testNamesAreSentences = Rule(name: "test-names-are-sentences") { repository in
        repository.swift(in: "Tests").flatMap { file in
            file.code.matches(of: /@Test\b/).compactMap { test -> Violation? in
                let line = file.line(of: test.range.lowerBound)
                // Blanking keeps the number of characters, so places in `code` are places in `text`.
                let offset = file.code.distance(from: file.code.startIndex, to: test.range.upperBound)
                let text = file.text[file.text.index(file.text.startIndex, offsetBy: offset)...]
                if let title = text.prefixMatch(of: /\(\s*"([^"]*)"/), title.1.contains(" ") { return nil }
                guard let name = text.firstMatch(of: /\bfunc\s+(`[^`]*`|\w+)/)?.1 else { return nil }
                return name.contains(" ") ? nil : Violation(path: file.path, line: line, what: "\(name) is no sentence")
            }
        }
    }

    static let noSleeping = Rule(name: "no-sleeping") { repository in
        repository.files.filter { $0.path.hasPrefix("Tests/") || $0.path.hasPrefix("scripts/") }.flatMap { file in
            file.path.hasSuffix(".swift") || file.path.hasSuffix(".c")
                ? places(of: /\b(?:u|nano|clock_nano)?sleep\(/, in: file)
                : places(of: /(?m)^[^#\n]*\bsleep[ \t]+[0-9.$]/, in: file)
        }
    }

    private static func places(of pattern: Regex<Substring>, in file: SourceFile) -> [Violation] {
        // Unicode sees no boundary at the point of `Thread.name`; programmers do.
        file.code.matches(of: pattern.wordBoundaryKind(.simple)).map {
            Violation(
                path: file.path, line: file.line(of: $0.range.upperBound),
                what: "“\($0.output.trimmingPrefix(while: \.isWhitespace))”")
        }
    }
}

extension SourceFile {
    fileprivate func line(of index: String.Index, in text: String) -> Int {
        text[..<index].reduce(into: 1) { if $1 == "\n" { $0 += 1 } }
    }
}
