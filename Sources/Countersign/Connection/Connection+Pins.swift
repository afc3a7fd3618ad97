/// The declared pins: what binds a server, and what is told when it doesn't hold.
extension Connection {
    /// Nil when none are declared.
    var pins: PinBinding? {
        @_lifetime(borrow self)
        get {
            pinnedDomains.domains.isEmpty
                ? nil : PinBinding(pinnedDomains.view, identity: reference, host: pinnedHost)
        }
    }

    /// Keeps a report of a path that lacks its pins. The only thing in a handshake that allocates, and only then.
    mutating func note(_ verdict: PinVerdict, _ path: CertificationPath?) {
        switch verdict.outcome {
        case .notPinned, .expired, .matched: return
        case .reported, .mismatched, .unverified: break
        }
        guard let number = verdict.domain, number < pinnedDomains.domains.count else { return }
        pinReport = PinReport(
            host: String(decoding: host, as: UTF8.self), port: port, date: effectiveDate, verdict: verdict,
            domain: pinnedDomains.domains[number], path: path)
    }
}
