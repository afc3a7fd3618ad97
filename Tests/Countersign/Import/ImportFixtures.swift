import Foundation
import TestSupport
import Testing

/// What Tests/Fixtures/make-import-fixtures made.
enum ImportFixtures {
    /// A row of the manifest.
    struct Row: CustomTestStringConvertible, Sendable {
        let file: String
        let kind: String
        let passphrase: String
        let expectation: String
        let keys: Int
        let certificates: Int

        var testDescription: String { "\(file) (\(expectation))" }
    }

    static let folder = Fixtures.folder.appendingPathComponent("import")

    static func bytes(_ name: String) throws -> [UInt8] { try Fixtures.bytes("import/\(name)") }

    static func rows(_ kind: String) -> [Row] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent("manifest.tsv"), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 6, fields[1] == kind else { return nil }
            return Row(
                file: fields[0], kind: fields[1], passphrase: fields[2], expectation: fields[3],
                keys: Int(fields[4]) ?? -1, certificates: Int(fields[5]) ?? -1)
        }
    }
}

/// Bytes from hex; spaces are skipped.
func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 != " " }
    return stride(from: 0, to: digits.count, by: 2).map { index in
        let start = digits.index(digits.startIndex, offsetBy: index)
        return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) ?? 0
    }
}
