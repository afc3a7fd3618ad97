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

    @_lifetime(copy protectionSpace)
    public init(
        protectionSpace: ProtectionSpace, proposedCredential: Credential?,
        previousFailures: PreviousFailures = PreviousFailures()
    ) {
        self.protectionSpace = protectionSpace
        self.proposedCredential = proposedCredential
        self.previousFailures = previousFailures
    }

    /// Turns a disposition into what the handshake is to do. Default handling does here what the program could
    /// have done itself: evaluate the server's trust, or send the proposed credential.
    ///
    /// Costs nothing but for default handling of server trust, which costs an evaluation.
    public func answer(with disposition: Disposition) -> ChallengeAnswer {
        switch protectionSpace.authenticationMethod {
        case .serverTrust: answerServerTrust(with: disposition)
        case .clientCertificate: answerClientCertificate(with: disposition)
        }
    }

    private func answerServerTrust(with disposition: Disposition) -> ChallengeAnswer {
        switch disposition {
        case .useCredential(let credential?):
            guard case .trust(let identifier, let result) = credential.kind,
                identifier == protectionSpace.serverTrust?.identifier
            else { return ChallengeAnswer(disposition, .refuse(.credentialMismatch, .internalError, nil)) }
            return ChallengeAnswer(disposition, .accept(result))
        case .performDefaultHandling:
            guard var trust = protectionSpace.serverTrust else {
                return ChallengeAnswer(disposition, .refuse(.cancelled, .internalError, nil))
            }
            do throws(TrustError) {
                _ = try trust.evaluate()
                return ChallengeAnswer(disposition, .accept(trust.result))
            } catch {
                return ChallengeAnswer(disposition, .refuse(.trustRefused, error.alert, error))
            }
        case .useCredential(nil), .cancelAuthenticationChallenge, .rejectProtectionSpace:
            return ChallengeAnswer(disposition, .refuse(.cancelled, .certificateUnknown, nil))
        }
    }

    private func answerClientCertificate(with disposition: Disposition) -> ChallengeAnswer {
        switch disposition {
        case .useCredential(let credential?):
            guard case .identity(let identity) = credential.kind else {
                return ChallengeAnswer(disposition, .refuse(.credentialMismatch, .internalError, nil))
            }
            // It would be refused again.
            guard !previousFailures.contains(identity) else { return giveUp(disposition) }
            return ChallengeAnswer(disposition, .present(identity, credential.persistence))
        case .performDefaultHandling:
            guard let proposedCredential, case .identity(let identity) = proposedCredential.kind else {
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
