// Feeds mutated certificates, names and PEM texts to the readers and to a whole evaluation. Nothing may trap, and
// nothing may be trusted that isn't. Deterministic: the same count, seed and files make the same inputs.
import Countersign
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3, let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: fuzz-trust COUNT SEED FILE.der...\n".utf8))
    exit(64)
}
let seeds = try arguments.dropFirst(2).map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
var mutator = Mutator(seed: seed)
var tally = Tally()
for _ in 0..<count {
    let base = seeds[mutator.below(seeds.count)]
    let input = mutator.mutate(base, with: seeds[mutator.below(seeds.count)])
    Targets.run(input, original: base, &tally)
}
print("\(count) inputs, \(tally.readable) of them certificates, \(tally.trusted) trusted by themselves")
if tally.wronglyTrusted > 0 {
    print("\(tally.wronglyTrusted) were trusted without being an anchor")
    exit(1)
}
