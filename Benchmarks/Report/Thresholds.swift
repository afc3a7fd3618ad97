import Foundation

/// What was promised, as data: each line names a quantity and what it may be at most and at least.
///
///     CASE SUBJECT VERSION FIELD MOST LEAST                  the quantity itself
///     CASE SUBJECT VERSION FIELD/OTHER MOST LEAST            divided by that of the same case with another subject
///     CASE SUBJECT VERSION FIELD/OTHER@CASE MOST LEAST       or of another case with another subject
///     CASE SUBJECT VERSION FIELD-OTHER MOST LEAST            less that
struct Thresholds {
    private var passed = 0
    private var failed = 0

    /// Prints a line for each; false when one isn't kept, or speaks of what was not measured.
    static func check(_ path: String, against results: Results) throws -> Bool {
        var thresholds = Thresholds()
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#")
        {
            thresholds.check(line.split(separator: " ").map(String.init), results)
        }
        print("\(thresholds.passed) passed, \(thresholds.failed) failed")
        return thresholds.failed == 0 && thresholds.passed > 0
    }

    private mutating func check(_ words: [String], _ results: Results) {
        let what = words.joined(separator: " ")
        guard words.count == 6, let most = Double(words[4]), let least = Double(words[5]),
            let value = Thresholds.value(words, results)
        else {
            failed += 1
            print("NOT KEPT  \(what): not measured")
            return
        }
        let isKept = value <= most && value >= least
        if isKept { passed += 1 } else { failed += 1 }
        print("\(isKept ? "kept    " : "NOT KEPT")  \(String(format: "%10.4f", value))  \(what)")
    }

    private static func value(_ words: [String], _ results: Results) -> Double? {
        guard let sign = words[3].firstIndex(where: { $0 == "/" || $0 == "-" }) else {
            return results.row(words[0], words[1], words[2])?.value(words[3])
        }
        let field = String(words[3][..<sign])
        let other = words[3][words[3].index(after: sign)...].split(separator: "@").map(String.init)
        guard let own = results.row(words[0], words[1], words[2])?.value(field),
            let reference = results.row(other.count > 1 ? other[1] : words[0], other[0], words[2])?.value(field)
        else { return nil }
        return words[3][sign] == "/" ? own / reference : own - reference
    }
}
