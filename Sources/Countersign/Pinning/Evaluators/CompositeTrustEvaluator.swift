/// All of several evaluators have to accept, asked in their order. The credential is the last one's.
/// Counterpart: Alamofire's CompositeTrustEvaluator.
public final class CompositeTrustEvaluator: ServerTrustEvaluating {
    private let first: any ServerTrustEvaluating
    private let others: [any ServerTrustEvaluating]

    /// At least one, since none would accept everybody.
    public init(_ first: any ServerTrustEvaluating, _ others: [any ServerTrustEvaluating]) {
        self.first = first
        self.others = others
    }

    public func evaluate(_ trust: ServerTrust, for host: ReferenceIdentifier?) throws(TrustError) -> Credential {
        var credential = try first.evaluate(trust, for: host)
        for evaluator in others { credential = try evaluator.evaluate(trust, for: host) }
        return credential
    }
}
