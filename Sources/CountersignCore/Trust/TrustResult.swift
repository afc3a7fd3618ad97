/// The outcome of an evaluation, with the meanings and values of Apple's enumeration.
///
/// Counterpart: SecTrustResultType.
public enum TrustResult: UInt32, Sendable {
    /// Not evaluated yet, or changed since.
    case invalid = 0
    /// Accepted because the caller made an exception for this certificate.
    case proceed = 1
    /// Refused by the caller's own decision.
    case deny = 3
    /// Trusted: the ordinary success.
    case unspecified = 4
    /// Not trusted as things are; another date, anchor, host or exception could change that.
    case recoverableTrustFailure = 5
    /// Not trusted, because a certificate is defective. Exceptions don't apply.
    case fatalTrustFailure = 6
    /// Nothing was learnt: a failure that isn't about the certificates.
    case otherError = 7

    /// `proceed` or `unspecified`, and nothing else.
    public var isTrusted: Bool { self == .unspecified || self == .proceed }
}
