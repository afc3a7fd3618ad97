import Countersign
import TestSupport

extension Scenario {
    /// Servers whose pins are declared or judged by a policy, and a chain that was verified before.
    static func pinned(version: String) throws -> [Scenario] {
        let server = { try TLSServer.openssl(arguments: ["-tls" + version.replacing(".", with: "_")]) }
        let certificate = try importCertificates(Fixtures.bytes("localhost.pem"))[0]
        let pin = Pin(publicKeyOf: try Certificate(certificate.span))
        var domains: [PinnedDomain] = [PinnedDomain("127.0.0.1", pins: [pin, Pin(sha256: sha256(certificate.span))])]
        for number in 0..<10_000 {
            domains.append(PinnedDomain("host\(number).example", pins: domains[0].pins))
        }
        let declared = try PinnedDomains(domains)
        let policy = try SecurityPolicy(.publicKey, pinning: PinnedCertificates(certificates: [certificate]))
        let cache = VerifiedPathCache()
        let anchors = AnchorStore(derOrPEM: try Fixtures.bytes("root.pem"))
        return [
            Scenario(
                name: "TLS \(version), one of 10,001 pinned hosts", server: server,
                run: { connection throws(ConnectionError) in
                    try connection.handshake()
                    guard connection.record.handshake.serverTrust?.pins?.outcome == .matched else {
                        throw ConnectionError(.internal)
                    }
                }, configure: { $0.pinnedDomains = declared }),
            Scenario(
                name: "TLS \(version), a handler with a security policy", server: server,
                run: { connection throws(ConnectionError) in
                    try connection.handshakeEvaluating { challenge throws(TrustError) in
                        try policy.disposition(for: challenge)
                    }
                }),
            Scenario(
                name: "TLS \(version), a chain that was verified before", server: server,
                run: { connection throws(ConnectionError) in try connection.handshake() },
                configure: {
                    // Paths are remembered for one store of anchors, not for another with the same contents.
                    $0.anchors = .only(anchors)
                    $0.verifiedPaths = cache
                },
                holds: { cache.hits == 1 }),
        ]
    }
}
