/// Some certificate of the verified path has to be a pinned one.
///
/// What is wrong with the path is thrown before `.pinMismatch` is. Counterpart: Alamofire's
/// PinnedCertificatesTrustEvaluator.
public final class PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    public let pinned: PinnedCertificates
    /// The pinned certificates are the only anchors, so that a self-signed one can be accepted.
    public let acceptsSelfSigned: Bool
    /// Purpose and algorithms are looked at. Turned off, this is only about the path and the pins; a verified path is
    /// needed all the same, where Alamofire compares what was sent.
    public let performsDefaultValidation: Bool
    public let validatesHost: Bool

    /// Throws `.noPins` without certificates.
    public init(
        _ pinned: PinnedCertificates, acceptsSelfSigned: Bool = false, performsDefaultValidation: Bool = true,
        validatesHost: Bool = true
    ) throws(PinningError) {
        guard pinned.count > 0 else { throw PinningError(.noPins, "", "an evaluator that pins has no certificates") }
        self.pinned = pinned
        self.acceptsSelfSigned = acceptsSelfSigned
        self.performsDefaultValidation = performsDefaultValidation
        self.validatesHost = validatesHost
    }

    public func evaluate(_ trust: ServerTrust, for host: ReferenceIdentifier?) throws(TrustError) -> Credential {
        let anchors = pinned.anchors
        return try judge(acceptsSelfSigned ? trust.anchored(to: anchors.view) : trust, host)
    }

    private func judge(_ trust: ServerTrust, _ host: ReferenceIdentifier?) throws(TrustError) -> Credential {
        var trust = trust
        trust.policy.purpose = performsDefaultValidation ? .serverAuthentication : .any
        trust.policy.identifier = validatesHost ? host : nil
        guard try trust.evaluate().matches(.any, pinned.certificatePins) else {
            throw TrustError(.pinMismatch, at: .chain(0))
        }
        return Credential(trust: trust)
    }
}
