/// LOUD: accepts whoever answers, unread. The record shows the server as never evaluated. Pins that the configuration
/// declares bind all the same. Counterpart: Alamofire's DisabledTrustEvaluator.
public final class DangerousAcceptAnythingTrustEvaluator: ServerTrustEvaluating {
    public init() {}

    public func evaluate(_ trust: ServerTrust, for host: ReferenceIdentifier?) throws(TrustError) -> Credential {
        Credential(trust: trust)
    }
}
