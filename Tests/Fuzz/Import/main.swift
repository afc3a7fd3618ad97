import Countersign
import Foundation

// fuzz-import TARGET COUNT [SEED]: feeds COUNT damaged inputs to one reader of files. Deterministic: the same seed gives
// the same inputs. A trap is a finding, and so is an identity whose key isn't its certificate's. Its starting points are
// what Tests/Fixtures/make-import-fixtures made.
let arguments = CommandLine.arguments
guard arguments.count >= 3, let target = FuzzTarget(rawValue: arguments[1]), let count = Int(arguments[2]) else {
    FileHandle.standardError.write(
        Data("usage: fuzz-import \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) COUNT [SEED]\n".utf8))
    exit(64)
}
let seeds = target.startingPoints()
guard !seeds.isEmpty else {
    FileHandle.standardError.write(Data("fuzz-import: run Tests/Fixtures/make-import-fixtures first\n".utf8))
    exit(66)
}
var mutator = Mutator(seed: arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1)
var outcomes: [String: Int] = [:]
for round in 0..<count {
    let input = mutator.damaged(seeds[round % seeds.count], with: seeds[mutator.below(seeds.count)], target)
    let outcome = target.run(input)
    outcomes[outcome, default: 0] += 1
    if outcome == FuzzTarget.misfit {
        let file = "fuzz-import-\(target.rawValue)-\(round)"
        try Data(input).write(to: URL(fileURLWithPath: file))
        FileHandle.standardError.write(Data("fuzz-import: an identity that doesn't fit; see \(file)\n".utf8))
        exit(1)
    }
}
for (outcome, count) in outcomes.sorted(by: { $0.key < $1.key }) { print("\(outcome): \(count)") }
