// What it costs to make a bundle of anchors ready, against mbedtls_x509_crt_parse_file in the same run, and whether an
// evaluation's cost grows with their number. Usage: anchors-benchmark BUNDLE.pem THRESHOLDS STRANGER.pem, the last one a
// chain that nothing in the bundle has issued.
import AllocationCounter
import Countersign
import Foundation
import Peers

guard CommandLine.arguments.count == 4 else {
    FileHandle.standardError.write(Data("usage: anchors-benchmark BUNDLE.pem THRESHOLDS STRANGER.pem\n".utf8))
    exit(64)
}
let bundle = CommandLine.arguments[1]

/// Median time of `work` in nanoseconds, the two by turns, so that a slow moment hits both.
func medians(_ first: () -> Void, _ second: () -> Void, rounds: Int) -> (Double, Double) {
    var times: ([Double], [Double]) = ([], [])
    let clock = ContinuousClock()
    for _ in 0..<rounds {
        times.0.append(Double(clock.measure(first).components.attoseconds) / 1e9)
        times.1.append(Double(clock.measure(second).components.attoseconds) / 1e9)
    }
    return (times.0.sorted()[rounds / 2], times.1.sorted()[rounds / 2])
}

func peak(_ work: () -> Void) -> Double {
    work()
    allocation_counter_start()
    work()
    return Double(allocation_counter_stop().peak)
}

let ours = { withExtendedLifetime(AnchorStore(mapping: bundle)) {} }
let theirs = { _ = peer_read_anchors(bundle, nil) }
let (ourTime, theirTime) = medians(ours, theirs, rounds: 31)
let (ourHeap, theirHeap) = (peak(ours), peak(theirs))

/// An evaluation that finds no issuer: all that it does with the anchors is to look among them.
func evaluation(among store: AnchorStore, _ chain: CertificateChain) -> () -> Void {
    return {
        for _ in 0..<200 {
            var trust = ServerTrust(
                certificateChain: chain.list, defaultAnchors: store.view, policy: .basicX509(),
                verifyDate: UnixTime(seconds: 1_893_456_000))
            do throws(TrustError) { _ = try trust.evaluate() } catch { continue }
        }
    }
}
guard let all = AnchorStore(mapping: bundle), all.count > 1 else {
    FileHandle.standardError.write(Data("anchors-benchmark: '\(bundle)' holds no bundle\n".utf8))
    exit(65)
}
func certificates(_ path: String) throws -> [[UInt8]] {
    try importCertificates([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
}
let one = AnchorStore(certificates: [try certificates(bundle)[0]])
let chain = CertificateChain(certificates: try certificates(CommandLine.arguments[3]))
let (amongAll, amongOne) = medians(evaluation(among: all, chain), evaluation(among: one, chain), rounds: 31)

let results = [
    "time": ourTime / theirTime, "heap": ourHeap / theirHeap, "growth": amongAll / amongOne,
]
print(
    "\(all.count) anchors: \(Int(ourTime / 1000)) us against \(Int(theirTime / 1000)) us, "
        + "\(Int(ourHeap)) bytes of heap against \(Int(theirHeap))")
var failed = 0
for line in try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8).split(separator: "\n") {
    let words = line.split(separator: " ")
    guard words.count == 3, let result = results[String(words[0])], let most = Double(words[1]),
        let least = Double(words[2])
    else { continue }
    let isKept = result <= most && result >= least
    if !isKept { failed += 1 }
    print(
        "\(words[0]): \(String(format: "%.4f", result)), between \(least) and \(most): \(isKept ? "kept" : "NOT KEPT")")
}
print("\(results.count - failed) passed, \(failed) failed")
exit(failed == 0 ? 0 : 1)
