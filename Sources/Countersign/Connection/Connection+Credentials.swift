/// Which credential is proposed, remembered, and not offered again.
extension Connection {
    /// What default handling answers the waiting client-certificate challenge with: what is remembered for this host;
    /// else the configuration's identity; of several, the first that the server accepts.
    var proposedCredential: Credential? {
        if let storage = configuration.credentialStorage {
            if let known = storage.credential(for: host.span, port: port), isOfferable(known) { return known }
            if let known = CredentialStorage.shared.credential(for: host.span, port: port), isOfferable(known) {
                return known
            }
        }
        let identities = configuration.identities
        if identities.count == 1 {
            return failures.contains(identities[0]) ? nil : Credential(identity: identities[0], persistence: .none)
        }
        let space = clientCertificateSpace
        for identity in identities where !failures.contains(identity) && space.accepts(identity) {
            return Credential(identity: identity, persistence: .none)
        }
        return nil
    }

    private func isOfferable(_ credential: Credential) -> Bool {
        guard let identity = credential.identity else { return false }
        return !failures.contains(identity)
    }

    /// After the handshake: remembers the answer for as long as its credential says.
    func remember() {
        guard let storage = configuration.credentialStorage, let identity = tls.identity else { return }
        switch tls.persistence {
        case .none: return
        case .forSession: storage.set(identity, .forSession, for: host, port: port)
        case .permanent: CredentialStorage.shared.set(identity, .permanent, for: host, port: port)
        }
    }

    /// Takes note of a server's refusal, if the error is one.
    mutating func noteRefusal(_ error: inout ConnectionError) {
        switch error.code {
        case .clientCertificateRequired: failures.add(nil, error: error.alertReceived)
        case .clientCertificateRejected:
            // This side gave up after a refusal: the reason is the server's, and it has been noted.
            guard error.alertReceived != nil else {
                error.alertReceived = failures.error
                return
            }
            failures.add(tls.identity, error: error.alertReceived)
            log.identitiesRefused += 1
            guard let identity = tls.identity else { return }
            configuration.credentialStorage?.remove(identity, for: host, port: port)
            CredentialStorage.shared.remove(identity, for: host, port: port)
        default: return
        }
    }

    /// Whether default handling may have another identity to offer.
    var hasAnotherIdentity: Bool {
        for identity in configuration.identities where !failures.contains(identity) { return true }
        return false
    }

    /// Makes a connection ready for another try that failed because the server refused the client's certificate, or
    /// required one and got none (`.clientCertificateRejected`, `.clientCertificateRequired`): go on as with a new one,
    /// with `handshake` or `advance()`. The challenges come again; that for a certificate then has a
    /// `previousFailureCount`, the server's alert as its `error`, and no proposed credential that was refused. The
    /// deadline begins anew.
    ///
    /// `handshake` with a handler does so by itself when the server refuses an identity before the handshake is over.
    /// This is for event loops, for what `clientCertificateRequired` asks for, and for TLS 1.3, where servers refuse a
    /// client after the handshake, so that only `read` can tell: what was written until then is lost.
    ///
    /// False, and nothing changes, when the connection did not fail for that reason, or has been refused as often as the
    /// configuration's `identityAttempts` allow.
    public mutating func startAgain() throws(ConnectionError) -> Bool {
        guard case .failed(let error) = stage, isRefusal(error), failures.count < configuration.identityAttempts else {
            return false
        }
        try renewHandshake()
        stage = .new
        nextAddress = 0
        return true
    }

    func isRefusal(_ error: ConnectionError) -> Bool {
        error.code == .clientCertificateRejected || error.code == .clientCertificateRequired
    }

    /// After a refusal, with the deadline still running: connects to the same address again. False when it is not that,
    /// or there is nothing left to try.
    mutating func tryAnotherIdentity(after error: ConnectionError, isAsking: Bool) throws(ConnectionError) -> Bool {
        guard error.code == .clientCertificateRejected, failures.count < configuration.identityAttempts,
            tls.record.clientCertificate?.isIdentitySent == true, isAsking || hasAnotherIdentity
        else { return false }
        try beginAnew(after: error)
        return true
    }
}
