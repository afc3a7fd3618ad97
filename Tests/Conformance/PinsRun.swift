import Countersign
import Foundation

/// Makes the pins of certificates and judges facts about patterns and forms of pins.
struct PinsRun {
    let file: String

    struct Table: Decodable {
        let keys: [KeyRow]?
        let patterns: [PatternRow]?
        let forms: [FormRow]?

        enum CodingKeys: String, CodingKey {
            case keys = "spki"
            case patterns = "host_pattern_facts"
            case forms = "pin_format_facts"
        }
    }

    struct KeyRow: Decodable {
        let id: String
        let file: String
        let publicKeyHex: String?
        let pin: String?
        let legacyPin: String?
        let certificateHex: String?

        enum CodingKeys: String, CodingKey {
            case id, file
            case publicKeyHex = "spki_sha256_hex"
            case pin = "spki_pin"
            case legacyPin = "spki_sha1_pin"
            case certificateHex = "cert_sha256_hex"
        }
    }

    struct PatternRow: Decodable {
        let pattern: String
        let host: String
        let match: Bool?
    }

    struct FormRow: Decodable {
        let pin: String
        let valid: Bool?
    }

    /// One row of any of the three kinds; what it hasn't is left out.
    struct Result: Encodable {
        var id: String?
        var publicKeyHex: String?
        var pin: String?
        var legacyPin: String?
        var certificateHex: String?
        var pattern: String?
        var host: String?
        var match: Bool?
        var valid: Bool?
        var error: String?

        enum CodingKeys: String, CodingKey {
            case id, pattern, host, match, valid, error
            case pin
            case publicKeyHex = "spki_sha256_hex"
            case legacyPin = "spki_sha1_pin"
            case certificateHex = "cert_sha256_hex"
            case keyPin = "spki_pin"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(id, forKey: .id)
            try container.encodeIfPresent(pattern, forKey: .pattern)
            try container.encodeIfPresent(host, forKey: .host)
            try container.encodeIfPresent(match, forKey: .match)
            try container.encodeIfPresent(valid, forKey: .valid)
            try container.encodeIfPresent(error, forKey: .error)
            try container.encodeIfPresent(publicKeyHex, forKey: .publicKeyHex)
            try container.encodeIfPresent(legacyPin, forKey: .legacyPin)
            try container.encodeIfPresent(certificateHex, forKey: .certificateHex)
            try container.encodeIfPresent(pin, forKey: id == nil ? .pin : .keyPin)
        }
    }

    func run() throws -> Int32 {
        let url = URL(fileURLWithPath: file)
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: url))
        var results: [Result] = []
        var wrong: [String] = []
        for row in table.keys ?? [] {
            let result = judge(row, in: url.deletingLastPathComponent())
            results.append(result)
            if !Self.isRight(result, row) { wrong.append(row.id) }
        }
        for row in table.patterns ?? [] {
            let result = Self.judge(row)
            results.append(result)
            if let match = row.match, match != result.match { wrong.append("\(row.pattern) for \(row.host)") }
        }
        for row in table.forms ?? [] {
            let result = Self.judge(row)
            results.append(result)
            if let valid = row.valid, valid != result.valid { wrong.append(row.pin) }
        }
        try writeResults(results)
        for row in wrong { note("unexpected: \(row)") }
        note("\(results.count) rows, \(wrong.count) wrong")
        return wrong.isEmpty ? 0 : 1
    }

    private static func isRight(_ result: Result, _ row: KeyRow) -> Bool {
        func agrees(_ actual: String?, _ expected: String?) -> Bool { expected == nil || actual == expected }
        return agrees(result.publicKeyHex, row.publicKeyHex) && agrees(result.pin, row.pin)
            && agrees(result.legacyPin, row.legacyPin) && agrees(result.certificateHex, row.certificateHex)
    }

    private func judge(_ row: KeyRow, in folder: URL) -> Result {
        var result = Result(id: row.id)
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(row.file)) else {
            result.error = "unreadableFile"
            return result
        }
        let bytes = [UInt8](data)
        do throws(ImportError) {
            guard let subject = try PinSubject.importing(bytes).first else { return result }
            result.publicKeyHex = subject.publicKeyPin.hexadecimal
            result.pin = subject.publicKeyPin.text
            result.legacyPin = subject.legacyPin?.text
            result.certificateHex = subject.certificatePin?.hexadecimal
        } catch {
            result.error = error.code.description
        }
        return result
    }

    private static func judge(_ row: PatternRow) -> Result {
        var result = Result(match: false)
        result.pattern = row.pattern
        result.host = row.host
        do throws(PinningError) {
            var domain = PinnedDomain(row.pattern, pins: [Pin(sha256: SHA256Digest(repeating: 1))])
            domain.allowsMissingBackupPin = true
            let domains = try PinnedDomains([domain])
            // A host in Unicode is asked for by its A-labels.
            let name = InternationalName.ascii(Array(row.host.utf8)[...]) ?? []
            if let host = ReferenceIdentifier(host: name.span) { result.match = domains.view.hasPins(for: host) }
        } catch {
            result.error = error.description
        }
        return result
    }

    private static func judge(_ row: FormRow) -> Result {
        var result = Result()
        result.pin = row.pin
        do throws(PinningError) {
            _ = try Pin(row.pin, allowingLegacySHA1: true)
            result.valid = true
        } catch {
            result.valid = false
            result.error = error.detail
        }
        return result
    }
}
