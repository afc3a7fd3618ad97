import Countersign
import Foundation

/// Judges facts about name matching.
struct HostnameRun {
    let file: String

    struct Row: Decodable {
        let id: String
        let sanType: String
        let pattern: String?
        let host: String
        let match: Bool?
        let disagreeingSources: [String]?
        let certificateNames: [[String]]?
        let certificateFile: String?
        let validPresented: Bool?
        let validReference: Bool?
        let validLiteral: Bool?

        enum CodingKeys: String, CodingKey {
            case id, pattern, host, match
            case sanType = "san_type"
            case disagreeingSources = "disagreeing_sources"
            case certificateNames = "cert_sans"
            case certificateFile = "cert_file"
            case validPresented = "valid_presented"
            case validReference = "valid_reference"
            case validLiteral = "valid_literal"
        }
    }

    struct RowResult: Encodable {
        let id: String
        let match: Bool
    }

    func run() throws -> Int32 {
        let url = URL(fileURLWithPath: file)
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: url))
        var results: [RowResult] = []
        var mismatches: [String] = []
        var matches: [String] = []
        for row in rows {
            let actual = try isMatch(row, in: url.deletingLastPathComponent())
            results.append(RowResult(id: row.id, match: actual))
            guard let expected = row.match ?? row.validReference ?? row.validLiteral,
                (row.disagreeingSources ?? []).isEmpty
            else { continue }
            if actual == expected {
                matches.append(row.id)
            } else {
                mismatches.append(row.id)
                note(
                    "\(row.id) \(row.sanType) \(row.pattern ?? "\(row.certificateNames ?? [])") \(row.host): \(actual)")
            }
        }
        try writeResults(results)
        note("\(matches.count + mismatches.count) undisputed rows, \(mismatches.count) wrong")
        return try Divergences().check(mismatches: mismatches, matches: matches) ? 0 : 1
    }

    private func isMatch(_ row: Row, in folder: URL) throws -> Bool {
        let host = Array(row.host.utf8)
        switch row.sanType {
        case "dns":
            return isMatch([("DNS", row.pattern ?? "")], host)
        case "dns-validity":
            return DNSName(host.span) != nil
        case "ip-literal-4", "ip-literal-16":
            return IPAddress(host.span).map { $0.bytes.count == (row.sanType == "ip-literal-4" ? 4 : 16) } ?? false
        case "dns-name-constraint":
            return try isPermitted(row.pattern ?? "", host)
        case "certificate":
            let path = folder.appendingPathComponent(row.certificateFile ?? "")
            let pem = try String(decoding: Data(contentsOf: path), as: UTF8.self)
            guard let der = certificates(pem).first, let identifier = ReferenceIdentifier(host: host.span) else {
                return false
            }
            guard let certificate = try? Certificate(der.span) else { return false }
            return PresentedIdentifiers(certificate).match(identifier)
        default:
            return isMatch((row.certificateNames ?? []).map { ($0.first ?? "", $0.last ?? "") }, host)
        }
    }

    private func isMatch(_ names: [(kind: String, value: String)], _ host: [UInt8]) -> Bool {
        guard let identifier = ReferenceIdentifier(host: host.span) else { return false }
        return names.contains { name in
            let octets = Array(name.value.trimmingCharacters(in: .newlines).utf8)
            if name.kind == "DNS" { return PresentedIdentifiers.match(octets.span, .dnsName, identifier) }
            guard name.kind.hasPrefix("IP"), let address = IPAddress(octets.span) else { return false }
            return PresentedIdentifiers.match(address.bytes, .ipAddress, identifier)
        }
    }

    /// A certificate below an issuer that permits one DNS subtree.
    private func isPermitted(_ constraint: String, _ name: [UInt8]) throws -> Bool {
        let pattern = Array(constraint.utf8)
        return NameConstraints.permits(dnsName: name.span, subtree: pattern.span)
    }
}
