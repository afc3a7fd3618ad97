import Foundation

/// The places where a rule may be broken, as data: exceptions.txt beside this file.
struct Exceptions {
    struct Entry: Hashable {
        let rule: String
        let path: String
        let reason: String
    }

    let entries: [Entry]

    /// A line is `rule path reason…`; # starts a comment.
    init(text: String) throws {
        entries = try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count == 3 else { throw MalformedLine(line: String(line)) }
            return Entry(rule: parts[0], path: parts[1], reason: parts[2])
        }
    }

    static func real() throws -> Exceptions {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("exceptions.txt")
        return try Exceptions(text: String(contentsOf: file, encoding: .utf8))
    }

    /// What is left of a rule's findings, and the exceptions of that rule that nothing needs any more.
    func apply(to violations: [Violation], of rule: String) -> (left: [Violation], unused: [Entry]) {
        let own = entries.filter { $0.rule == rule }
        let left = violations.filter { violation in !own.contains { $0.path == violation.path } }
        let unused = own.filter { entry in !violations.contains { $0.path == entry.path } }
        return (left, unused)
    }

    struct MalformedLine: Error {
        let line: String
    }
}
