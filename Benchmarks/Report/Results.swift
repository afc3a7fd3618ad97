import Foundation

/// All rows of a run.
struct Results {
    private(set) var rows: [Row] = []

    mutating func read(rows path: String) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        rows += try decoder.decode([Row].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Takes the medians of the counts that callgrind has written into `folder`, one file for each run of a case.
    mutating func read(counts folder: String) throws {
        var counts: [String: [Double]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            guard let handle = FileHandle(forReadingAtPath: folder + "/" + name) else { continue }
            // What is wanted stands in the file's head.
            let head = String(decoding: try handle.read(upToCount: 2_000) ?? Data(), as: UTF8.self)
            guard let trigger = head.firstMatch(of: /desc: Trigger: Client Request: (.+)/),
                let total = head.firstMatch(of: /summary: ([0-9]+)/), let count = Double(total.1)
            else { continue }
            counts[String(trigger.1), default: []].append(count)
        }
        for index in rows.indices {
            let row = rows[index]
            guard let found = counts["\(row.case) \(row.subject) \(row.mbedtlsVersion)"]?.sorted() else { continue }
            rows[index].instructions = found[found.count / 2]
        }
    }

    mutating func sort() {
        rows.sort { ($0.mbedtlsVersion, $0.case, $0.subject) < ($1.mbedtlsVersion, $1.case, $1.subject) }
    }

    func row(_ name: String, _ subject: String, _ version: String) -> Row? {
        rows.first { $0.case == name && $0.subject == subject && $0.mbedtlsVersion.hasPrefix(version) }
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(rows) + Data([0x0A])).write(to: URL(fileURLWithPath: path))
    }
}
