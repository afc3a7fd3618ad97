/// Some key of the verified path has to be a pinned one. A self-signed server needs its certificate among the trust's
/// anchors too. Counterpart: Alamofire's PublicKeysTrustEvaluator.
public final class PublicKeysTrustEvaluator: ServerTrustEvaluating {
    public let pins: [Pin]
    /// As in `PinnedCertificatesTrustEvaluator`.
    public let performsDefaultValidation: Bool
    public let validatesHost: Bool

    /// Throws `.noPins` without pins.
    public init(
        _ pins: [Pin], performsDefaultValidation: Bool = true, validatesHost: Bool = true
    ) throws(PinningError) {
        guard !pins.isEmpty else { throw PinningError(.noPins, "", "an evaluator that pins has no public keys") }
        self.pins = pins
        self.performsDefaultValidation = performsDefaultValidation
        self.validatesHost = validatesHost
    }

    public func evaluate(_ trust: ServerTrust, for host: ReferenceIdentifier?) throws(TrustError) -> Credential {
        var trust = trust
        trust.policy.purpose = performsDefaultValidation ? .serverAuthentication : .any
        trust.policy.identifier = validatesHost ? host : nil
        guard try trust.evaluate().matches(.any, pins) else { throw TrustError(.pinMismatch, at: .chain(0)) }
        return Credential(trust: trust)
    }
}
