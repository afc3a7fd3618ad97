import Countersign
import Foundation

/// Runs a table of key stores: one JSON object on standard output, the score on standard error. Exits with 1 when a row
/// isn't as expected.
func runPKCS12(tablePath: String) {
    let table = URL(fileURLWithPath: tablePath)
    guard let data = try? Data(contentsOf: table), let rows = try? JSONDecoder().decode([StoreRow].self, from: data)
    else {
        FileHandle.standardError.write(Data("conformance: \(tablePath) is no table of key stores\n".utf8))
        exit(66)
    }
    var score = StoreScore()
    var results: [StoreResult] = []
    for row in rows {
        let file = table.deletingLastPathComponent().appendingPathComponent(row.file)
        let bytes = [UInt8]((try? Data(contentsOf: file)) ?? Data())
        let start = Date()
        let result = StoreResult(row, bytes)
        score.add(row, result, seconds: Date().timeIntervalSince(start))
        results.append(result)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if let output = try? encoder.encode(StoreReport(results: results)) {
        FileHandle.standardOutput.write(output + Data("\n".utf8))
    }
    FileHandle.standardError.write(Data(score.text.utf8))
    exit(score.isPerfect ? 0 : 1)
}

/// A row of the table, as far as it is used.
struct StoreRow: Decodable {
    struct Expected: Decodable {
        let n_keys: Int?
        let n_certs: Int?
        let key_spki_sha256: String?
        let leaf_sha256: String?
        let leaf_friendly_name: String?
        let all_cert_sha256: [String]?
    }

    let id: String
    let file: String
    let password: String?
    let expect: String
    let expected: Expected?
    let needs: [String]?
    let wrong_password: String?
}

struct StoreReport: Encodable {
    let version = 1
    let harness = "countersign"
    let results: [StoreResult]
}

/// What the importer made of a row. Optional values are written as null.
struct StoreResult: Encodable {
    let id: String
    var ok = false
    var error: String?
    var n_keys = 0
    var n_certs = 0
    var key_spki_sha256: String?
    var leaf_sha256: String?
    var leaf_friendly_name: String?
    var all_cert_sha256: [String] = []
    var wrong_password_error: String?

    init(_ row: StoreRow, _ bytes: [UInt8]) {
        id = row.id
        do throws(ImportError) {
            let store = try PKCS12Store(bytes, passphrase: row.password.map { Passphrase($0) })
            ok = true
            let keys = store.items.compactMap { $0.privateKey }
            n_keys = keys.count
            n_certs = store.certificates.count
            let first = store.items.first { $0.identity != nil } ?? store.items.first { $0.privateKey != nil }
            key_spki_sha256 = first?.privateKey.map { hex($0.publicKeyInfo) }
            if let leaf = first?.identity?.certificate {
                leaf_sha256 = hex(leaf)
                leaf_friendly_name = store.certificates.first { $0.der == leaf }?.friendlyName
            }
            all_cert_sha256 = store.certificates.map { hex($0.der) }.sorted()
        } catch {
            self.error = error.code.description
        }
        do throws(ImportError) {
            _ = try PKCS12Store(bytes, passphrase: "definitely-wrong")
        } catch {
            wrong_password_error = error.code.description
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, ok, error, n_keys, n_certs, key_spki_sha256, leaf_sha256, leaf_friendly_name, all_cert_sha256
        case wrong_password_error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(ok, forKey: .ok)
        try container.encode(error, forKey: .error)
        try container.encode(n_keys, forKey: .n_keys)
        try container.encode(n_certs, forKey: .n_certs)
        try container.encode(key_spki_sha256, forKey: .key_spki_sha256)
        try container.encode(leaf_sha256, forKey: .leaf_sha256)
        try container.encode(leaf_friendly_name, forKey: .leaf_friendly_name)
        try container.encode(all_cert_sha256, forKey: .all_cert_sha256)
        try container.encode(wrong_password_error, forKey: .wrong_password_error)
    }
}

/// Right rows and all rows, in total and for each need.
struct StoreScore {
    private var counts: [String: (right: Int, all: Int)] = [:]
    private var failures: [String] = []
    private var slowest = (id: "", seconds: 0.0)

    var isPerfect: Bool { failures.isEmpty }

    mutating func add(_ row: StoreRow, _ result: StoreResult, seconds: Double) {
        if seconds > slowest.seconds { slowest = (row.id, seconds) }
        let complaint = Self.complaint(row, result)
        if let complaint { failures.append("\(row.id): expected \(row.expect); \(complaint)") }
        for need in ["all", row.expect] + (row.needs ?? []).map({ "needs \($0)" }) {
            var count = counts[need] ?? (0, 0)
            count.all += 1
            if complaint == nil { count.right += 1 }
            counts[need] = count
        }
    }

    /// What is wrong with a result, nil when nothing is.
    private static func complaint(_ row: StoreRow, _ result: StoreResult) -> String? {
        switch row.expect {
        case "fail": return result.ok ? "it opened" : nil
        case "unsupported": return result.error == "unsupportedAlgorithm" ? nil : "got \(result.error ?? "ok")"
        case "ok":
            guard let expected = row.expected else { return nil }
            if let error = result.error { return "got \(error)" }
            if expected.n_keys != result.n_keys { return "\(result.n_keys) keys" }
            if expected.n_certs != result.n_certs { return "\(result.n_certs) certificates" }
            if expected.key_spki_sha256 != result.key_spki_sha256 { return "another key" }
            if expected.leaf_sha256 != result.leaf_sha256 { return "another leaf" }
            if expected.leaf_friendly_name != result.leaf_friendly_name { return "another friendly name" }
            if (expected.all_cert_sha256 ?? []).sorted() != result.all_cert_sha256 { return "other certificates" }
            if row.wrong_password == "fail", result.wrong_password_error != "wrongPassphrase" {
                return "a wrong passphrase gave \(result.wrong_password_error ?? "ok")"
            }
            return nil
        default: return nil
        }
    }

    var text: String {
        var lines = failures
        for (need, count) in counts.sorted(by: { $0.key < $1.key }) {
            lines.append("\(need): \(count.right) of \(count.all)")
        }
        lines.append("slowest: \(slowest.id), \(Int(slowest.seconds * 1000)) ms")
        return lines.joined(separator: "\n") + "\n"
    }
}

/// SHA-256 in hex.
private func hex(_ bytes: [UInt8]) -> String {
    let digest = sha256(bytes.span)
    var text = ""
    for index in digest.indices {
        let octet = String(digest[index], radix: 16)
        text += octet.utf8.count == 1 ? "0" + octet : octet
    }
    return text
}
