import Foundation

/// The results as text: each case of Countersign's with its ratios to mbedTLS alone and to OpenSSL.
struct Table {
    let results: Results

    func print() {
        let heads = [
            "case", "mbedTLS", "subject", "instructions", "/mbedtls", "/openssl", "p50 us", "swift", "library", "peak",
            "live",
        ]
        let widths = [26, 8, 12, 13, 9, 9, 9, 6, 8, 8, 8]
        line(heads, widths)
        for row in results.rows where row.instructions != nil || row.peakHeapBytes != nil || row.wallUsP50 != nil {
            line(
                [
                    row.case, row.mbedtlsVersion, row.subject, whole(row.instructions), ratio(row, "mbedtls"),
                    ratio(row, "openssl"), whole(row.wallUsP50), whole(row.swiftAllocations),
                    whole(row.libraryAllocations), whole(row.peakHeapBytes ?? row.peakMemoryBytes),
                    whole(row.liveHeapBytes),
                ], widths)
        }
    }

    private func line(_ cells: [String], _ widths: [Int]) {
        var text = ""
        for (index, cell) in cells.enumerated() {
            let blanks = String(repeating: " ", count: max(0, widths[index] - cell.count))
            text += (index == 0 || index == 2 ? cell + blanks : blanks + cell) + "  "
        }
        Swift.print(text)
    }

    private func whole(_ value: Double?) -> String { value.map { String(Int($0)) } ?? "-" }

    private func ratio(_ row: Row, _ other: String) -> String {
        guard let own = row.instructions, row.subject != other,
            let reference = results.row(row.case, other, row.mbedtlsVersion)?.instructions
        else { return "-" }
        return String(format: "%.3f", own / reference)
    }
}
