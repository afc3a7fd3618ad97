/// A question that the handshake cannot answer by itself: it has stopped, and goes on when this is answered.
///
/// A borrowed view: it cannot outlive the step of the handshake that it belongs to, and the compiler sees to it.
///
/// Counterpart: URLAuthenticationChallenge.
public struct AuthenticationChallenge: ~Escapable {
    public let protectionSpace: ProtectionSpace

    /// What default handling would answer a client-certificate challenge with, if anything: a remembered credential, or
    /// one of the configuration. Never one that the server has refused in this connection attempt.
    public let proposedCredential: Credential?

    /// The answers that the server has refused in this connection attempt.
    public let previousFailures: PreviousFailures

    /// How often an answer to this challenge has already been refused by the server in this connection attempt.
    public var previousFailureCount: Int { previousFailures.count }

    /// The alert with which the server refused the previous answer; nil when there was none.
    public var error: Alert? { previousFailures.error }

    /// The pins that bind the server, whatever the answer; nil when none are declared.
    private let pins: PinBinding?

    /// A client-certificate challenge.
    @_lifetime(copy protectionSpace)
    public init(
        protectionSpace: ProtectionSpace, proposedCredential: Credential?,
        previousFailures: PreviousFailures = PreviousFailures()
    ) {
        self.protectionSpace = protectionSpace
        self.proposedCredential = proposedCredential
        self.previousFailures = previousFailures
        self.pins = nil
    }

    /// A server-trust challenge.
    @_lifetime(copy protectionSpace, copy pins)
    public init(protectionSpace: ProtectionSpace, pins: PinBinding?) {
        self.protectionSpace = protectionSpace
        self.proposedCredential = nil
        self.previousFailures = PreviousFailures()
        self.pins = pins
    }

    /// Turns a disposition into what the handshake is to do. Default handling does here what the program could
    /// have done itself: evaluate the server's trust, or send the proposed credential. Where pins are declared for the
    /// server, whoever accepts it, they are validated on the path that the trust was evaluated to; if it wasn't
    /// evaluated, that is done here, with the configuration's own anchors.
    ///
    /// Costs nothing but for default handling of server trust, which costs an evaluation.
    public func answer(with disposition: Disposition) -> ChallengeAnswer {
        answer(with: disposition, isPathUnused: false)
    }

    /// The same; an unused path has no fingerprints made of it, and the answer that default handling gives has none.
    package func answer(with disposition: Disposition, isPathUnused: Bool) -> ChallengeAnswer {
        switch protectionSpace.authenticationMethod {
        case .serverTrust: answerServerTrust(with: disposition, isPathUnused: isPathUnused && pins == nil)
        case .clientCertificate: answerClientCertificate(with: disposition)
        }
    }

    private func answerServerTrust(with disposition: Disposition, isPathUnused: Bool) -> ChallengeAnswer {
        switch disposition {
        case .useCredential(let credential?):
            guard let identifier = credential.trustIdentifier, identifier == protectionSpace.serverTrust?.identifier
            else { return ChallengeAnswer(disposition, .refuse(.credentialMismatch, .internalError, nil)) }
            return bound(disposition, credential.trustResult, credential.path)
        case .performDefaultHandling:
            guard var trust = protectionSpace.serverTrust else {
                return ChallengeAnswer(disposition, .refuse(.cancelled, .internalError, nil))
            }
            if isPathUnused { trust.fingerprints = .none }
            do throws(TrustError) {
                let path = try trust.evaluate()
                return bound(disposition, trust.result, isPathUnused ? nil : path)
            } catch {
                return ChallengeAnswer(disposition, .refuse(.trustRefused, error.alert, error))
            }
        case .useCredential(nil), .cancelAuthenticationChallenge, .rejectProtectionSpace:
            return ChallengeAnswer(disposition, .refuse(.cancelled, .certificateUnknown, nil))
        }
    }

    /// Accepts the server as far as the declared pins permit.
    private func bound(
        _ disposition: Disposition, _ result: TrustResult, _ path: CertificationPath?
    ) -> ChallengeAnswer {
        guard let pins, var trust = protectionSpace.serverTrust else {
            return ChallengeAnswer(disposition, .accept(result), path: path, pins: nil)
        }
        let date = trust.effectiveDate
        // A handler can evaluate a trust over any chain; the pins are about this server's.
        if let path, path[0]?.fingerprint.span.isEqual(to: sha256(trust.certificateChain[0]).span) ?? false {
            return judged(disposition, result, path, pins.validate(path, at: date))
        }
        guard pins.isBinding(at: date) else {
            let verdict = pins.validate(CertificationPath(), at: date)
            return ChallengeAnswer(disposition, .accept(result), path: nil, pins: verdict)
        }
        do throws(TrustError) {
            let path = try trust.evaluate()
            return judged(disposition, trust.result, path, pins.validate(path, at: date))
        } catch {
            return ChallengeAnswer(
                disposition, .refuse(.pinMismatch, .badCertificate, error), path: nil,
                pins: pins.verdictWithoutPath(at: date))
        }
    }

    private func judged(
        _ disposition: Disposition, _ result: TrustResult, _ path: CertificationPath, _ verdict: PinVerdict
    ) -> ChallengeAnswer {
        guard verdict.isAcceptable else {
            let error = TrustError(.pinMismatch, at: .chain(0))
            return ChallengeAnswer(
                disposition, .refuse(.pinMismatch, error.alert, error), path: path, pins: verdict)
        }
        return ChallengeAnswer(disposition, .accept(result), path: path, pins: verdict)
    }

    private func answerClientCertificate(with disposition: Disposition) -> ChallengeAnswer {
        switch disposition {
        case .useCredential(let credential?):
            guard let identity = credential.identity else {
                return ChallengeAnswer(disposition, .refuse(.credentialMismatch, .internalError, nil))
            }
            // It would be refused again.
            guard !previousFailures.contains(identity) else { return giveUp(disposition) }
            return ChallengeAnswer(disposition, .present(identity, credential.persistence))
        case .performDefaultHandling:
            guard let proposedCredential, let identity = proposedCredential.identity else {
                // What there was has been refused: that is the reason to end with.
                return previousFailureCount > 0 ? giveUp(disposition) : ChallengeAnswer(disposition, .presentNothing)
            }
            return ChallengeAnswer(disposition, .present(identity, proposedCredential.persistence))
        case .useCredential(nil), .rejectProtectionSpace:
            return ChallengeAnswer(disposition, .presentNothing)
        case .cancelAuthenticationChallenge:
            return previousFailureCount > 0
                ? giveUp(disposition) : ChallengeAnswer(disposition, .refuse(.cancelled, .userCanceled, nil))
        }
    }

    private func giveUp(_ disposition: Disposition) -> ChallengeAnswer {
        ChallengeAnswer(disposition, .refuse(.clientCertificateRejected, .userCanceled, nil))
    }
}
