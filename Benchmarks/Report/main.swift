// Puts the measurements together: benchmark-report THRESHOLDS OUTPUT.json OUTPUT.svg (--rows FILE | --counts FOLDER)…
// Prints the table and what was promised; exit status 1 when a promise isn't kept.
import Foundation

func run(_ words: [String]) throws -> Bool {
    var results = Results()
    for index in stride(from: 3, to: words.count - 1, by: 2) where words[index] == "--rows" {
        try results.read(rows: words[index + 1])
    }
    results.sort()
    for index in stride(from: 3, to: words.count - 1, by: 2) where words[index] == "--counts" {
        try results.read(counts: words[index + 1])
    }
    Table(results: results).print()
    try results.write(to: words[1])
    try Plot(results).write(to: words[2])
    return try Thresholds.check(words[0], against: results)
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 5, words.count % 2 == 1 else {
    FileHandle.standardError.write(
        Data("usage: benchmark-report THRESHOLDS OUTPUT.json OUTPUT.svg (--rows FILE | --counts FOLDER)…\n".utf8))
    exit(64)
}
do {
    exit(try run(words) ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("benchmark-report: \(error)\n".utf8))
    exit(1)
}
