import Foundation

/// One line of the result object.
struct CaseResult: Encodable {
    let id: String
    let actual: String
    let context: String

    enum CodingKeys: String, CodingKey {
        case id, context
        case actual = "actual_result"
    }
}

struct ResultObject<Result: Encodable>: Encodable {
    let version = 1
    let harness = "countersign"
    let results: [Result]
}

func writeResults<Result: Encodable>(_ results: [Result]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    FileHandle.standardOutput.write(try encoder.encode(ResultObject(results: results)))
    FileHandle.standardOutput.write(Data("\n".utf8))
}

func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}

/// Counts per suite, prefix and tier.
struct Score {
    var right = 0
    var falseAccepts: [String] = []
    var falseRejects: [String] = []
    var skipped = 0

    var total: Int { right + falseAccepts.count + falseRejects.count + skipped }
}

/// Cases that are judged otherwise here, each with the reason for it.
struct Divergences {
    private struct Entry: Decodable {
        let id: String
        let reason: String
    }

    private let reasons: [String: String]

    init() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("divergences.json")
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
        reasons = Dictionary(entries.map { ($0.id, $0.reason) }) { first, _ in first }
    }

    /// Prints what is wrong and says whether anything is: an unlisted mismatch, or a listed one that came right.
    func check(mismatches: [String], matches: [String]) -> Bool {
        let unlisted = mismatches.filter { reasons[$0] == nil }
        let surprises = matches.filter { reasons[$0] != nil }
        for id in unlisted { note("unexpected: \(id)") }
        for id in surprises { note("came right, take it from divergences.json: \(id)") }
        note("\(mismatches.count) mismatches, \(unlisted.count) of them unexpected; \(surprises.count) came right")
        return unlisted.isEmpty && surprises.isEmpty
    }
}
