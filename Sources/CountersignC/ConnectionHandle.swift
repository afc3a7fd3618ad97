import Countersign
import CountersignHeader

/// What `countersign_connection` points to.
final class ConnectionHandle {
    var connection: Connection
    /// What the program found when it evaluated the trust that waits; to be accepted with it.
    private(set) var evaluated: Credential?
    private(set) var path: CertificationPath?
    /// The verdict of that evaluation, if it was a refusal.
    private var refusal: TrustError?
    private(set) var failure: ConnectionError?
    /// Words for a failure that is no `ConnectionError`.
    private var remark = ""

    init(_ connection: consuming Connection) {
        self.connection = connection
    }

    var errorText: String {
        if let failure {
            guard let verdict = failure.trust, failure.code == .trustRefused else { return failure.text }
            return failure.text + ": " + verdict.description
        }
        return remark
    }

    func fail(_ error: ConnectionError) -> countersign_status {
        failure = error
        return countersign_status(error)
    }

    func fail(_ status: countersign_status, _ text: String) -> countersign_status {
        remark = text
        return status
    }

    // MARK: the challenge

    /// Evaluates the trust that waits, perhaps with other anchors.
    func evaluate(anchoredTo other: AnchorStore?) -> countersign_status {
        guard let evaluation = connection.evaluate(anchoredTo: other) else {
            return fail(COUNTERSIGN_INVALID_ARGUMENT, "no server-trust challenge waits")
        }
        evaluated = evaluation.credential
        path = evaluation.path
        refusal = evaluation.refusal
        guard refusal != nil else { return COUNTERSIGN_OK }
        return fail(COUNTERSIGN_TRUST_REFUSED, evaluation.text)
    }

    /// Answers the challenge that waits.
    func resolve(_ disposition: countersign_disposition, _ identity: Identity?) -> countersign_status {
        guard let method = connection.pendingChallenge else {
            connection.resolve(.cancelAuthenticationChallenge)
            return fail(COUNTERSIGN_INVALID_ARGUMENT, "no challenge waits for an answer")
        }
        defer { evaluated = nil }
        switch disposition {
        case COUNTERSIGN_USE_CREDENTIAL: connection.resolve(.useCredential(credential(for: method, identity)))
        case COUNTERSIGN_DEFAULT_HANDLING: connection.resolve(.performDefaultHandling)
        case COUNTERSIGN_REJECT: refuse(.rejectProtectionSpace, method)
        default: refuse(.cancelAuthenticationChallenge, method)
        }
        return COUNTERSIGN_OK
    }

    private func credential(for method: AuthenticationMethod, _ identity: Identity?) -> Credential? {
        guard method == .serverTrust else { return identity.map { Credential(identity: $0, persistence: .none) } }
        return evaluated ?? connection.unevaluatedCredential
    }

    /// A refusal after an evaluation tells the server why.
    private func refuse(_ disposition: Disposition, _ method: AuthenticationMethod) {
        if method == .serverTrust, let refusal {
            connection.resolve(ChallengeAnswer(refusing: refusal))
        } else {
            connection.resolve(disposition)
        }
    }
}
