/// What a handshake does about a challenge: made from a disposition by `AuthenticationChallenge.answer(with:)`,
/// or by refusing with a reason, and given to `Handshake.resolve(_:)`.
public struct ChallengeAnswer: Sendable {
    enum Action: Sendable {
        /// The server is accepted; the result is `.invalid` when nobody evaluated its trust.
        case accept(TrustResult)
        case present(any ClientIdentity, CredentialPersistence)
        case presentNothing
        /// The handshake ends with this code, this alert, and perhaps a verdict.
        case refuse(FailureCode, Alert, TrustError?)
    }

    let disposition: Int
    let action: Action
    /// The verified path that a server was accepted by, or refused in spite of.
    package private(set) var path: CertificationPath?
    /// What comparing it with the declared pins came to.
    package private(set) var pins: PinVerdict?

    init(_ disposition: Disposition, _ action: Action) {
        self.disposition = disposition.rawValue
        self.action = action
    }

    /// About a server's trust.
    init(_ disposition: Disposition, _ action: Action, path: CertificationPath?, pins: PinVerdict?) {
        self.init(disposition, action)
        self.path = path
        self.pins = pins
    }

    /// An answer to no challenge, for the record only.
    package init(ignoring disposition: Disposition) {
        self.init(disposition, .refuse(.cancelled, .internalError, nil))
    }

    /// Cancels because a handler evaluated the trust itself and it was refused: the server gets the alert that
    /// says why, instead of a general one.
    public init(refusing error: TrustError) {
        self.init(.cancelAuthenticationChallenge, .refuse(.trustRefused, error.alert, error))
    }
}
