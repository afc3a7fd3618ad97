// Answers a server-trust challenge under 1, 100 and 10,000 pinned hosts: pins-benchmark CHAIN ROOT. Under callgrind it leaves
// the instructions of each answer, and of the look-up alone, in a dump of that name. Exit status 1 when anything allocates.
import AllocationCounter
import Countersign
import Foundation
import Peers

func contents(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

/// A name between the others; the host that connects is the first.
func domains(_ count: Int, pinning pins: [Pin]) -> [PinnedDomain] {
    (0..<count).map { PinnedDomain($0 == 0 ? "localhost" : "host\($0).example", pins: pins) }
}

/// Counts one run after one that initialises what is initialised once.
func count(_ name: String, _ body: () -> Bool) {
    guard body() else { fail("\(name): the pins don't match") }
    allocation_counter_start()
    _ = body()
    let allocations = allocation_counter_stop()
    guard allocations.swift == 0 else { fail("\(name): \(allocations.swift) allocations") }
    peer_forget_count()
    peer_toggle_counting()
    _ = body()
    peer_toggle_counting()
    peer_write_count(name)
    print("\(name): no allocation of Countersign's")
}

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fail("usage: pins-benchmark CHAIN ROOT") }
let chain = CertificateChain(certificates: try importCertificates(contents(arguments[1])))
let anchors = AnchorStore(derOrPEM: try contents(arguments[2]))
let host = Array("localhost".utf8)
guard let identity = ReferenceIdentifier(host: host.span) else { fail("localhost is no host") }

func measure(_ number: Int) throws {
    let now = UnixTime(seconds: Int64(Date().timeIntervalSince1970))
    let trust = ServerTrust(
        certificateChain: chain.list, defaultAnchors: anchors.view,
        policy: .ssl(server: true, hostname: identity), verifyDate: now)
    var evaluated = trust
    let path = try evaluated.evaluate()
    guard let leaf = path[0] else { fail("an empty path") }
    let pins = [Pin(sha256: leaf.publicKeyFingerprint), Pin(sha256: leaf.fingerprint)]
    let declared = try PinnedDomains(domains(number, pinning: pins))
    let binding = PinBinding(declared.view, identity: identity, host: identity)
    let challenge = AuthenticationChallenge(
        protectionSpace: ProtectionSpace(hostBytes: host.span, port: 443, serverTrust: trust), pins: binding)
    count("challenge-\(number)") { challenge.answer(with: .performDefaultHandling).pins?.outcome == .matched }
    count("look-up-\(number)") { binding.validate(path, at: trust.verifyDate).outcome == .matched }
}

for number in [1, 100, 10_000] { try measure(number) }
