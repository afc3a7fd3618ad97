/// The trust's own anchors decide, and revocation lists or OCSP responses that the program has are asked. Nothing is
/// fetched. Counterpart: Alamofire's RevocationTrustEvaluator, without its network access.
public final class RevocationTrustEvaluator: ServerTrustEvaluating {
    private let lists: CertificateChain
    private let mode: TrustPolicy.Revocation
    public let performsDefaultValidation: Bool
    public let validatesHost: Bool

    /// Lists and responses in DER. `.hardFail`, the default, refuses what none of them speaks about.
    public init(
        lists: [[UInt8]], mode: TrustPolicy.Revocation = .hardFail, performsDefaultValidation: Bool = true,
        validatesHost: Bool = true
    ) {
        self.lists = CertificateChain(certificates: lists)
        self.mode = mode
        self.performsDefaultValidation = performsDefaultValidation
        self.validatesHost = validatesHost
    }

    public func evaluate(_ trust: ServerTrust, for host: ReferenceIdentifier?) throws(TrustError) -> Credential {
        // Held here, since the trust borrows it.
        let lists = lists
        var trust = trust.checkingRevocation(lists.list, mode)
        trust.policy.purpose = performsDefaultValidation ? .serverAuthentication : .any
        trust.policy.identifier = validatesHost ? host : nil
        _ = try trust.evaluate()
        return Credential(trust: trust)
    }
}
