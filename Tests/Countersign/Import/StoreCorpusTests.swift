import Countersign
import Foundation
import TestSupport
import Testing

/// Key stores of other projects, where they lie beside the repository. `conformance pkcs12` looks closer.
struct StoreCorpusTests {
    private struct Row: Decodable {
        struct Expected: Decodable {
            let keys: Int?
            let certificates: Int?

            enum CodingKeys: String, CodingKey {
                case keys = "n_keys"
                case certificates = "n_certs"
            }
        }

        let id: String
        let file: String
        let password: String?
        let expect: String
        let expected: Expected?
    }

    @Test func `every store opens, fails or is unsupported as its projects say`() throws {
        guard let folder = Fixtures.corpus("pkcs12") else { return }
        let table = try Data(contentsOf: folder.appendingPathComponent("table.json"))
        for row in try JSONDecoder().decode([Row].self, from: table) {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(row.file)))
            do throws(ImportError) {
                let store = try PKCS12Store(bytes, passphrase: row.password.map { Passphrase($0) })
                #expect(row.expect != "fail" && row.expect != "unsupported", "\(row.id)")
                guard row.expect == "ok" else { continue }
                #expect(store.items.filter { $0.privateKey != nil }.count == row.expected?.keys, "\(row.id)")
                #expect(store.certificates.count == row.expected?.certificates, "\(row.id)")
            } catch {
                #expect(row.expect != "ok", "\(row.id): \(error)")
                if row.expect == "unsupported" { #expect(error.code == .unsupportedAlgorithm, "\(row.id)") }
            }
        }
    }
}
