import Countersign
import Foundation

/// Runs a table of key stores: one JSON object on standard output, the score for each need on standard error. Exits with
/// 1 when a row isn't as expected, 65 when the table can't be read.
func runPKCS12(tablePath: String) {
    let table = URL(fileURLWithPath: tablePath)
    do {
        let rows = try JSONDecoder().decode([StoreRow].self, from: Data(contentsOf: table))
        var score = StoreScore()
        var results: [StoreResult] = []
        for row in rows {
            let file = table.deletingLastPathComponent().appendingPathComponent(row.file)
            let bytes = [UInt8](try Data(contentsOf: file))
            let start = Date()
            let result = StoreResult(row, bytes)
            score.add(row, result, seconds: Date().timeIntervalSince(start))
            results.append(result)
        }
        try writeResults(results)
        note(score.text)
        exit(score.isPerfect ? 0 : 1)
    } catch {
        note("conformance: \(tablePath): \(error)")
        exit(65)
    }
}

/// A row of the table, as far as it is used.
struct StoreRow: Decodable {
    struct Expected: Decodable {
        let keys: Int?
        let certificates: Int?
        let key: String?
        let leaf: String?
        let leafName: String?
        let all: [String]?

        enum CodingKeys: String, CodingKey {
            case keys = "n_keys"
            case certificates = "n_certs"
            case key = "key_spki_sha256"
            case leaf = "leaf_sha256"
            case leafName = "leaf_friendly_name"
            case all = "all_cert_sha256"
        }
    }

    let id: String
    let file: String
    let password: String?
    let expect: String
    let expected: Expected?
    let needs: [String]?
    let wrongPassword: String?

    enum CodingKeys: String, CodingKey {
        case id, file, password, expect, expected, needs
        case wrongPassword = "wrong_password"
    }
}

/// What the importer made of a row. Optional values are written as null.
struct StoreResult: Encodable {
    let id: String
    var isOpen = false
    var error: String?
    var keys = 0
    var certificates = 0
    var key: String?
    var leaf: String?
    var leafName: String?
    var all: [String] = []
    var wrongPassphraseError: String?

    init(_ row: StoreRow, _ bytes: [UInt8]) {
        id = row.id
        do throws(ImportError) {
            let store = try PKCS12Store(bytes, passphrase: row.password.map { Passphrase($0) })
            isOpen = true
            keys = store.items.filter { $0.privateKey != nil }.count
            certificates = store.certificates.count
            let first = store.items.first { $0.identity != nil } ?? store.items.first { $0.privateKey != nil }
            key = first?.privateKey.map { hex($0.publicKeyInfo) }
            if let owner = first?.identity?.certificate {
                leaf = hex(owner)
                leafName = store.certificates.first { $0.der == owner }?.friendlyName
            }
            all = store.certificates.map { hex($0.der) }.sorted()
        } catch {
            self.error = error.code.description
        }
        do throws(ImportError) {
            _ = try PKCS12Store(bytes, passphrase: "definitely-wrong")
        } catch {
            wrongPassphraseError = error.code.description
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, error
        case isOpen = "ok"
        case keys = "n_keys"
        case certificates = "n_certs"
        case key = "key_spki_sha256"
        case leaf = "leaf_sha256"
        case leafName = "leaf_friendly_name"
        case all = "all_cert_sha256"
        case wrongPassphraseError = "wrong_password_error"
    }

    /// By hand, since the derived one leaves out what is nil.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(isOpen, forKey: .isOpen)
        try container.encode(error, forKey: .error)
        try container.encode(keys, forKey: .keys)
        try container.encode(certificates, forKey: .certificates)
        try container.encode(key, forKey: .key)
        try container.encode(leaf, forKey: .leaf)
        try container.encode(leafName, forKey: .leafName)
        try container.encode(all, forKey: .all)
        try container.encode(wrongPassphraseError, forKey: .wrongPassphraseError)
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
        case "fail": return result.isOpen ? "it opened" : nil
        case "unsupported": return result.error == "unsupportedAlgorithm" ? nil : "got \(result.error ?? "ok")"
        case "ok":
            guard let expected = row.expected else { return nil }
            if let error = result.error { return "got \(error)" }
            if expected.keys != result.keys { return "\(result.keys) keys" }
            if expected.certificates != result.certificates { return "\(result.certificates) certificates" }
            if expected.key != result.key { return "another key" }
            if expected.leaf != result.leaf { return "another leaf" }
            if expected.leafName != result.leafName { return "another friendly name" }
            if (expected.all ?? []).sorted() != result.all { return "other certificates" }
            if row.wrongPassword == "fail", result.wrongPassphraseError != "wrongPassphrase" {
                return "a wrong passphrase gave \(result.wrongPassphraseError ?? "ok")"
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
        return lines.joined(separator: "\n")
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
