/// What a challenge is answered with: "I trust this server", or "this is who I am".
///
/// Counterpart: URLCredential.
public struct Credential: Sendable {
    enum Kind: Sendable {
        /// The trust's identifier, and what its evaluation came to; `.invalid` says that there was none. The path is
        /// what the pins are compared with.
        case trust(identifier: UInt64, result: TrustResult, path: CertificationPath?)
        case identity(any ClientIdentity)
    }

    let kind: Kind

    /// How long the answer is remembered.
    public let persistence: CredentialPersistence

    /// Accepts the server whose trust this is, whatever evaluating it came to or would come to. Good for the
    /// challenge that the trust came with and no other. The connection's record shows whether it was evaluated. Pins that
    /// the configuration declares bind all the same.
    ///
    /// Counterpart: URLCredential.init(trust:).
    public init(trust: borrowing ServerTrust) {
        kind = .trust(identifier: trust.identifier, result: trust.result, path: trust.path)
        persistence = .none
    }

    /// Answers with an identity: its certificate first, then its intermediates, never a root.
    ///
    /// Counterpart: URLCredential.init(identity:certificates:persistence:).
    public init(identity: any ClientIdentity, persistence: CredentialPersistence = .forSession) {
        kind = .identity(identity)
        self.persistence = persistence
    }

    /// The identity, unless it is a trust that this credential is about.
    public var identity: (any ClientIdentity)? {
        if case .identity(let identity) = kind { identity } else { nil }
    }
}
