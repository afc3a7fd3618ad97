// Counts Countersign's own heap allocations on the ways through a handshake. Built with optimisation: unoptimised Swift
// allocates where nobody wrote it. Prints a line for each scenario; exit status 1 when one allocates.
import AllocationCounter
import Countersign
import Foundation
import TestSupport

let versions = LibraryVersion.supportsTLS13 ? ["1.2", "1.3"] : ["1.2"]
let identity = try Scenario.configuration().identity!
let text = Array("round and round\n".utf8)
var buffer = [UInt8](repeating: 0, count: 256)

var scenarios: [Scenario] = []
for version in versions {
    let mutual = {
        try TLSServer.openssl(clients: .required(), arguments: ["-tls" + version.replacing(".", with: "_")])
    }
    scenarios.append(
        Scenario(name: "TLS \(version), default handling of both challenges", server: mutual) {
            connection throws(ConnectionError) in
            try connection.handshake()
        })
    scenarios.append(
        Scenario(name: "TLS \(version), a handler that evaluates and answers", server: mutual) {
            connection throws(ConnectionError) in
            try connection.handshakeEvaluating { challenge throws(TrustError) in
                guard var trust = challenge.protectionSpace.serverTrust else {
                    return .useCredential(Credential(identity: identity))
                }
                let path = try trust.evaluate()
                return path.count == 3 ? .useCredential(Credential(trust: trust)) : .rejectProtectionSpace
            }
        })
    scenarios.append(
        Scenario(
            name: "TLS \(version), an event loop, writing, reading, closing",
            server: { try TLSServer.gnutls(clients: .required(), priority: "NORMAL:-VERS-ALL:+VERS-TLS\(version)") }
        ) { connection throws(ConnectionError) in
            try connection.start()
            loop: while true {
                switch try connection.advance() {
                case .finished: break loop
                case .wantsRead, .wantsWrite: continue
                case .challenge: connection.resolve(.performDefaultHandling)
                }
            }
            try connection.write(text.span)
            var span = buffer.mutableSpan
            _ = try connection.read(into: &span)
            connection.close()
        })
    scenarios.append(
        Scenario(
            name: "TLS \(version), a server that is refused",
            server: {
                try TLSServer.openssl("other-localhost", arguments: ["-tls" + version.replacing(".", with: "_")])
            }
        ) { connection throws(ConnectionError) in
            do throws(ConnectionError) {
                try connection.handshake()
            } catch {
                guard error.code == .trustRefused else { throw error }
                return
            }
            throw ConnectionError(.trustRefused)
        })
}

for version in versions { scenarios += try Scenario.pinned(version: version) }

var resumptions = [("TLS 1.2, resumed by id", ["-tls1_2", "-no_ticket"]), ("TLS 1.2, resumed by ticket", ["-tls1_2"])]
if LibraryVersion.supportsTLS13 { resumptions.append(("TLS 1.3, resumed by ticket", ["-tls1_3"])) }
for (name, arguments) in resumptions {
    scenarios.append(
        Scenario(
            name: name, server: { try TLSServer.openssl(service: .echo, arguments: arguments) },
            run: { connection throws(ConnectionError) in
                try connection.handshake()
                try connection.write(text.span)
                var span = buffer.mutableSpan
                _ = try connection.read(into: &span)
                connection.close()
            }, store: SessionStore()))
}

// A counter that counts nothing would let everything pass.
allocation_counter_start()
var kept: [[Int]] = []
for length in 1...4 { kept.append([Int](repeating: length, count: 100 + length)) }
let seen = allocation_counter_stop()
var failed = seen.swift >= 4 && kept.count == 4 ? 0 : 1
print("the counter sees \(seen.swift) allocations of a few arrays")

for scenario in scenarios {
    do {
        let counts = try scenario.count()
        print("\(scenario.name): \(counts.swift) by Countersign, \(counts.other) by mbedTLS and below")
        if counts.swift > 0 { failed += 1 }
    } catch {
        print("\(scenario.name): did not go as it should: \(error)")
        failed += 1
    }
}
print("\(scenarios.count + 1 - failed) passed, \(failed) failed")
exit(failed == 0 ? 0 : 1)
