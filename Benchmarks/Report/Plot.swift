import Foundation

/// The instructions of each case as bars, one panel for each version of mbedTLS.
struct Plot {
    private let results: Results
    private var text = ""
    private static let colours = ["countersign": "#0b6e99", "mbedtls": "#9bbf3b", "openssl": "#c9c9c9"]
    private static let subjects = ["countersign", "mbedtls", "openssl"]
    private static let labels = [
        "countersign": "Countersign", "mbedtls": "mbedTLS alone, its own verification", "openssl": "OpenSSL 3.0",
    ]

    private static let barHeight = 11.0
    private static let left = 250.0
    private static let width = 500.0

    init(_ results: Results) {
        self.results = results
    }

    func write(to path: String) throws {
        var plot = self
        try plot.drawn().write(toFile: path, atomically: true, encoding: .utf8)
    }

    private mutating func drawn() -> String {
        var height = 118.0
        let versions = Set(results.rows.filter { $0.instructions != nil }.map(\.mbedtlsVersion)).sorted()
        for version in versions { height = drawPanel(version, from: height) }
        let body = text
        text = ""
        label(24, 34, "What a TLS handshake costs the client", size: 20, weight: 600)
        label(
            24, 56,
            "Instructions, counted by callgrind on the client's side only; the server is OpenSSL in every case. "
                + "Shorter is better.", size: 12, colour: "#555")
        var x = 24.0
        for subject in Plot.subjects {
            rectangle(x, 76, 12, 12, Plot.colours[subject]!)
            label(x + 18, 86, Plot.labels[subject]!, size: 12)
            x += 60 + Double(Plot.labels[subject]!.count) * 6.4
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 \(Int(height + 10))" width="900" \
            height="\(Int(height + 10))" font-family="Helvetica, Arial, sans-serif">
            <rect width="100%" height="100%" fill="#fff"/>
            \(text)\(body)</svg>

            """
    }

    private mutating func drawPanel(_ version: String, from top: Double) -> Double {
        let rows = results.rows.filter { $0.mbedtlsVersion == version && $0.instructions != nil }
        let cases = rows.map(\.case).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        guard let largest = rows.compactMap(\.instructions).max() else { return top }
        label(24, top + 14, "mbedTLS \(version)", size: 14, weight: 600)
        var y = top + 28
        for name in cases {
            let present = Plot.subjects.filter { results.row(name, $0, version)?.instructions != nil }
            label(
                Plot.left - 10, y + Double(present.count) * Plot.barHeight / 2 + 4, Plot.title(name), size: 12,
                anchor: "end")
            for subject in present {
                guard let value = results.row(name, subject, version)?.instructions else { continue }
                let length = value / largest * Plot.width
                rectangle(Plot.left, y, max(1, length), Plot.barHeight - 2, Plot.colours[subject]!)
                label(
                    Plot.left + length + 5, y + 8, Plot.millions(value) + Plot.share(name, subject, version, results),
                    size: 9.5, colour: "#333")
                y += Plot.barHeight
            }
            y += 9
        }
        return y + 12
    }

    private static func millions(_ value: Double) -> String {
        value < 10_000_000 ? String(format: "%.2f M", value / 1e6) : String(format: "%.1f M", value / 1e6)
    }

    private static func share(_ name: String, _ subject: String, _ version: String, _ results: Results) -> String {
        guard subject == "countersign", let own = results.row(name, subject, version)?.instructions,
            let floor = results.row(name, "mbedtls", version)?.instructions
        else { return "" }
        return String(format: "  (%.3f of mbedTLS)", own / floor)
    }

    /// "tls12-ecdsa-2-full" for people.
    private static func title(_ name: String) -> String {
        let parts = name.split(separator: "-").map(String.init)
        guard parts.count >= 4 else { return name }
        let kinds = [
            "full": "first", "mutual": "client certificate", "known": "known chain", "resumed-id": "resumed, id",
            "resumed-ticket": "resumed, ticket",
        ]
        let kind = parts[3...].joined(separator: "-")
        return (parts[0] == "tls13" ? "1.3 " : "1.2 ") + (parts[1] == "ecdsa" ? "ECDSA P-256" : "RSA 2048") + " ×"
            + parts[2] + ", " + (kinds[kind] ?? kind)
    }

    private mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: String) {
        text += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"\(colour)\"/>\n"
    }

    private mutating func label(
        _ x: Double, _ y: Double, _ words: String, size: Double, weight: Int = 400, colour: String = "#111",
        anchor: String = "start"
    ) {
        text +=
            "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" font-weight=\"\(weight)\" fill=\"\(colour)\" "
            + "text-anchor=\"\(anchor)\">\(words)</text>\n"
    }
}
