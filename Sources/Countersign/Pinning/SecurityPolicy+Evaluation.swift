extension SecurityPolicy {
    /// Answers a challenge for `handshakeEvaluating`: server trust by this policy, all else by default handling.
    public func disposition(for challenge: borrowing AuthenticationChallenge) throws(TrustError) -> Disposition {
        guard let trust = challenge.protectionSpace.serverTrust else { return .performDefaultHandling }
        return .useCredential(try credential(for: trust))
    }

    /// Judges a server for the host that the trust's policy names. See `credential(for:host:)`.
    public func credential(for trust: ServerTrust) throws(TrustError) -> Credential {
        try credential(for: trust, host: trust.policy.identifier)
    }

    /// Judges a server, starting from the anchors that the trust has now, and returns what accepts it.
    ///
    /// Throws what is wrong with the path, or `.pinMismatch` for one that is valid and not pinned, or `.contradictoryPolicy`.
    /// At most two evaluations, which allocate nothing. Counterpart: evaluateServerTrust:forDomain:, where nil as the host checks no name.
    public func credential(
        for trust: ServerTrust, host: ReferenceIdentifier?
    ) throws(TrustError) -> Credential {
        guard !(isContradictory && host != nil) else { throw TrustError(.contradictoryPolicy) }
        var trust = trust
        trust.policy.purpose = validatesDomainName ? .serverAuthentication : .any
        trust.policy.identifier = validatesDomainName ? host : nil
        let anchors = pinnedCertificates.anchors
        guard pinningMode != .none else { return try unpinnedCredential(for: trust) }
        if !allowsInvalidCertificates { _ = try trust.evaluate() }
        if pinningMode == .certificate {
            return try pinned(trust.anchored(to: anchors.view))
        }
        guard allowsInvalidCertificates else { return try pinned(trust) }
        // A server that the trust's anchors vouch for needs no other path; for all others a pinned certificate has to.
        do throws(TrustError) { return try pinned(trust) } catch {}
        do throws(TrustError) {
            return try pinned(trust.anchored(to: anchors.view))
        } catch {
            guard dangerouslyAcceptsUnverifiedPinnedKeys, sendsPinnedKey(trust) else { throw error }
            return Credential(trust: trust)
        }
    }

    /// Refused is only what can't be a certificate at all.
    private func unpinnedCredential(for trust: ServerTrust) throws(TrustError) -> Credential {
        var trust = trust
        do throws(TrustError) {
            _ = try trust.evaluate()
        } catch {
            guard allowsInvalidCertificates, error.result == .recoverableTrustFailure else { throw error }
        }
        return Credential(trust: trust)
    }

    private func pinned(_ trust: ServerTrust) throws(TrustError) -> Credential {
        var trust = trust
        guard matches(try trust.evaluate()) else { throw TrustError(.pinMismatch, at: .chain(0)) }
        return Credential(trust: trust)
    }

    private func matches(_ path: CertificationPath) -> Bool {
        switch (validatesCertificateChain, pinningMode) {
        case (nil, _): path.matches(.any, comparedPins)
        case (true?, _): path.matches(.all, comparedPins)
        // The path has been built to a pinned certificate already.
        case (false?, .certificate): true
        case (false?, _): path.matches(.first, comparedPins)
        }
    }

    private var comparedPins: [Pin] {
        pinningMode == .certificate ? pinnedCertificates.certificatePins : pinnedCertificates.publicKeyPins
    }

    /// AFNetworking's comparison with what was merely sent, under the rule of `validatesCertificateChain`.
    private func sendsPinnedKey(_ trust: ServerTrust) -> Bool {
        let sent = trust.certificateChain.count
        var found = 0
        for index in 0..<(validatesCertificateChain == false ? min(1, sent) : sent) {
            guard let certificate = trust.certificate(at: index) else { return false }
            if pinnedCertificates.publicKeyPins.contains(Pin(publicKeyOf: certificate)) { found += 1 }
        }
        return validatesCertificateChain == true ? found == sent && sent > 0 : found > 0
    }
}
