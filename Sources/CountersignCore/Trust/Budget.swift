/// How much work one evaluation may do. Every search in this module counts against it, so that a hostile chain ends
/// soon with `budgetExhausted` instead of keeping a small board busy.
public struct Budget: Sendable {
    /// Signature verifications. 100 is what Go (crypto/x509, maxChainSignatureChecks) and rustls-webpki allow.
    public var signatures = 100
    /// Candidates for the next certificate that are looked at, each of which may have to be parsed. rustls-webpki
    /// allows 200,000 calls of a cheaper step; real chains, PKITS and BetterTLS need fewer than 200.
    public var candidates = 10_000
    /// Comparisons of a name with a constraint, counted as names × constraints before any is made. 2^20 is the limit
    /// of OpenSSL (NAME_CHECK_MAX) and BoringSSL; Go and rustls-webpki stop at 250,000.
    public var nameComparisons = 1 << 20

    public init() {}

    mutating func spendSignature() throws(TrustError) {
        guard signatures > 0 else { throw Budget.exhausted }
        signatures -= 1
    }

    mutating func spendCandidate() throws(TrustError) {
        guard candidates > 0 else { throw Budget.exhausted }
        candidates -= 1
    }

    mutating func spendNameComparisons(_ count: Int) throws(TrustError) {
        guard nameComparisons >= count else {
            nameComparisons = 0
            throw Budget.exhausted
        }
        nameComparisons -= count
    }

    static var exhausted: TrustError { TrustError(.budgetExhausted) }
}
