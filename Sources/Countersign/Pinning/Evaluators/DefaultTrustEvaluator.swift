/// The trust's own anchors decide, as they do without a handler. Counterpart: Alamofire's DefaultTrustEvaluator.
public final class DefaultTrustEvaluator: ServerTrustEvaluating {
    public let validatesHost: Bool

    public init(validatesHost: Bool = true) {
        self.validatesHost = validatesHost
    }

    public func evaluate(_ trust: ServerTrust, for host: ReferenceIdentifier?) throws(TrustError) -> Credential {
        var trust = trust
        trust.policy.identifier = validatesHost ? host : nil
        _ = try trust.evaluate()
        return Credential(trust: trust)
    }
}
