/// What a program decides about a challenge.
///
/// |                                  | server trust | client certificate |
/// |----------------------------------|--------------|--------------------|
/// | `useCredential(c)`               | goes on when `c` is of this challenge's trust | sends the identity with its intermediates |
/// | `useCredential(nil)`             | ends the handshake | goes on without a certificate |
/// | `performDefaultHandling`         | evaluates the trust: goes on or ends | sends the configured identity, or goes on without |
/// | `cancelAuthenticationChallenge`  | ends the handshake | ends the handshake |
/// | `rejectProtectionSpace`          | ends the handshake | goes on without a certificate |
///
/// An end tells the server with an alert. Apple leaves open what reject means for server trust; here it refuses.
///
/// Counterpart: URLSession.AuthChallengeDisposition with its credential.
public enum Disposition: Sendable {
    case useCredential(Credential?)
    case performDefaultHandling
    case cancelAuthenticationChallenge
    case rejectProtectionSpace

    /// Apple's number for the case, 0 to 3.
    public var rawValue: Int {
        switch self {
        case .useCredential: 0
        case .performDefaultHandling: 1
        case .cancelAuthenticationChallenge: 2
        case .rejectProtectionSpace: 3
        }
    }
}
