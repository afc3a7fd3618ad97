/// What a challenge is answered with: "I trust this server", or "this is who I am".
///
/// Counterpart: URLCredential.
public struct Credential: Sendable {
    /// Of the trust that it is about, if it is about one; what its evaluation came to, `.invalid` saying that there was
    /// none; and the path, which the pins are compared with.
    let trustIdentifier: UInt64?
    let trustResult: TrustResult
    let path: CertificationPath?

    /// The identity, unless it is a trust that this credential is about.
    public let identity: (any ClientIdentity)?

    /// How long the answer is remembered.
    public let persistence: CredentialPersistence

    /// Accepts the server whose trust this is, whatever evaluating it came to or would come to. Good for the
    /// challenge that the trust came with and no other. The connection's record shows whether it was evaluated. Pins that
    /// the configuration declares bind all the same.
    ///
    /// Counterpart: URLCredential.init(trust:).
    public init(trust: borrowing ServerTrust) {
        trustIdentifier = trust.identifier
        trustResult = trust.result
        path = trust.path
        identity = nil
        persistence = .none
    }

    /// Answers with an identity: its certificate first, then its intermediates, never a root.
    ///
    /// Counterpart: URLCredential.init(identity:certificates:persistence:).
    public init(identity: any ClientIdentity, persistence: CredentialPersistence = .forSession) {
        trustIdentifier = nil
        trustResult = .invalid
        path = nil
        self.identity = identity
        self.persistence = persistence
    }
}
