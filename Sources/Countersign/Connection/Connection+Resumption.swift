/// Sessions that are offered and kept: see `SessionStore`.
extension Connection {
    /// What the server would be accepted by, were it asked about; nil when nobody can know.
    private var sessionKey: SHA256Digest? {
        // After a refusal, and with a remembered credential, other identities are sent than the configuration's.
        guard failures.count == 0, !log.isRetriedWithTLS12, !hasRememberedCredential else { return nil }
        return isDefaultHandling ? decision : handlerDecision
    }

    private var hasRememberedCredential: Bool {
        guard let storage = configuration.credentialStorage else { return false }
        return storage.credential(for: host.span, port: port) != nil
            || CredentialStorage.shared.credential(for: host.span, port: port) != nil
    }

    /// Before the first byte: offers what is kept for the same decision.
    mutating func offerSession() {
        guard let store = configuration.sessionStore else { return }
        if let key = sessionKey {
            log.sessionRefusal = refusalToOffer(key, from: store)
            isSessionOffered = log.sessionRefusal == nil
        } else {
            log.sessionRefusal = SessionRefusal(.undecided)
        }
    }

    /// Nil when it was offered.
    private mutating func refusalToOffer(_ key: SHA256Digest, from store: SessionStore) -> SessionRefusal? {
        let domains = pinnedDomains
        let date = effectiveDate
        let now = UnixTime(seconds: Clock.wallSeconds)
        guard !domains.domains.isEmpty else { return store.offer(key, to: &tls, pins: nil, date: date, now: now) }
        let binding = PinBinding(domains.view, identity: reference, host: pinnedHost)
        return store.offer(key, to: &tls, pins: binding, date: date, now: now)
    }

    /// Keeps the session, or the ticket that has just come, if there is one and it may be used again.
    mutating func keepSession() {
        if isSessionOffered, !tls.record.isResumed { log.sessionRefusal = SessionRefusal(.notTaken) }
        isSessionOffered = false
        guard let store = configuration.sessionStore, tls.hasSessionToKeep, let key = sessionKey else { return }
        // Another than the one identity that the fingerprint is about would speak for somebody else later.
        if let identity = tls.identity {
            guard configuration.identities.count == 1, configuration.identities[0] === identity else { return }
        }
        if store.keep(&tls, for: key, now: UnixTime(seconds: Clock.wallSeconds)) {
            log.isSessionKept = true
            log.sessionFileProblem = store.fileProblem
        }
    }

    /// A handshake that fails with an offered session may fail because of it (RFC 5246 §7.2.2).
    mutating func forgetOfferedSession() {
        guard isSessionOffered, let key = sessionKey else { return }
        isSessionOffered = false
        configuration.sessionStore?.remove(key)
    }

    /// Before goodbye is said: a TLS 1.3 server's tickets may have come, and nobody has read since.
    mutating func collectTickets() {
        guard configuration.sessionStore != nil, case .established = stage, negotiatedVersion == .tls13,
            !log.isSessionKept
        else { return }
        var nothing = InlineArray<64, UInt8>(repeating: 0)
        var span = nothing.mutableSpan
        do throws(ConnectionError) {
            // What comes besides is nobody's any more; a peer that never stops sending doesn't get beyond this.
            for _ in 0..<64 where !log.isSessionKept {
                guard case .moved = try readAvailable(into: &span) else { return }
            }
        } catch {
            return
        }
    }
}
