import Glibc
import Peers

/// One kind of handshake that is measured.
struct Case {
    enum Kind: String {
        /// First contact: the whole handshake with the whole verification.
        case full
        /// The same chain again: its path is remembered, all else is a full handshake.
        case known
        /// The same with a client certificate.
        case mutual
        /// Resumed by a session's identifier, or by a ticket (RFC 5077; in TLS 1.3 every resumption).
        case resumedByID = "resumed-id"
        case resumedByTicket = "resumed-ticket"
    }

    enum Key: String {
        case ecdsa, rsa
    }

    let version: Int32
    let key: Key
    /// How many certificates the server sends.
    let chainLength: Int
    let kind: Kind

    var name: String { "tls\(version)-\(key.rawValue)-\(chainLength)-\(kind.rawValue)" }

    var isResumption: Bool { kind == .resumedByID || kind == .resumedByTicket }

    /// `isBrief` leaves out what differs from another case by the chain alone.
    static func all(supportsTLS13: Bool, isBrief: Bool) -> [Case] {
        var cases: [Case] = []
        for version in supportsTLS13 ? [Int32(12), 13] : [12] {
            for key in [Key.ecdsa, .rsa] {
                for length in isBrief ? [2] : [1, 2, 3] {
                    cases.append(Case(version: version, key: key, chainLength: length, kind: .full))
                }
                guard key == .ecdsa || !isBrief else { continue }
                let kinds: [Kind] =
                    version == 13
                    ? [.known, .mutual, .resumedByTicket] : [.known, .mutual, .resumedByID, .resumedByTicket]
                for kind in kinds { cases.append(Case(version: version, key: key, chainLength: 2, kind: kind)) }
            }
        }
        return cases
    }

    /// Calls `work` with what the peers need to know, the certificates being in `folder`.
    func withSettings<Result>(in folder: String, _ work: (UnsafePointer<peer_settings>) throws -> Result) rethrows
        -> Result
    {
        let names = [
            "\(key.rawValue)-root.pem", "\(key.rawValue)-\(chainLength).pem", "\(key.rawValue).key", "client.pem",
            "client.key", "ecdsa-root.pem",
        ].map { strdup(folder + "/" + $0)! }
        let host = strdup(Case.host)!
        // The peers keep pointers to the host.
        defer { for name in names { free(name) } }
        let isMutual = kind == .mutual
        var settings = peer_settings(
            root: names[0], chain: names[1], key: names[2], client_chain: isMutual ? names[3] : nil,
            client_key: isMutual ? names[4] : nil, client_root: isMutual ? names[5] : nil, host: host, version: version,
            resumption: Int32(
                kind == .resumedByID ? PEER_BY_ID : kind == .resumedByTicket ? PEER_BY_TICKET : PEER_FULL))
        return try work(&settings)
    }

    static let host = "bench.example"
}
