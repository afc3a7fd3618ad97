/// A chain to be judged, and everything it is judged by: anchors, policy, date, exceptions.
///
/// A borrowed view, copied freely; each copy is judged by itself, so several evaluations with other anchors or dates
/// give independent verdicts. Nothing is trusted before `evaluate()` has said so. Counterpart: SecTrust.
public struct ServerTrust: ~Escapable {
    /// What the peer sent, its own certificate first; the order of the others doesn't matter.
    public let certificateChain: CertificateList
    /// The anchors that the program set; empty when it set none.
    public let anchors: AnchorIndex
    /// The anchors that are used when the program set none, or in addition: those of the configuration or the system.
    public let defaultAnchors: AnchorIndex
    /// Only `anchors` count. True once anchors have been set, unless asked otherwise.
    /// Counterpart: SecTrustSetAnchorCertificatesOnly.
    public let anchorsOnly: Bool
    /// Revocation lists and OCSP responses in DER, asked if `policy.revocation` says so; their order doesn't matter.
    public let revocationLists: CertificateList
    /// Says which challenge this trust belongs to: chosen by whoever made it, kept by every copy.
    public let identifier: UInt64

    /// What is asked of the path. Replacing it makes the result invalid. Counterpart: SecTrustSetPolicies.
    public var policy: TrustPolicy {
        didSet { invalidate() }
    }
    /// The date to judge by. Counterpart: SecTrustSetVerifyDate.
    public var verifyDate: UnixTime {
        didSet { invalidate() }
    }
    /// The date is at least this one: for boards that start in 1970, the day on which the software was built.
    public var floorDate: UnixTime? {
        didSet { invalidate() }
    }
    /// SHA-256 of one certificate that is accepted as the peer's own in spite of recoverable failures; the result is
    /// then `proceed`. Fatal failures stay. Counterpart: SecTrustSetExceptions.
    public var exceptedCertificate: SHA256Digest? {
        didSet { invalidate() }
    }
    /// How much work an evaluation may do.
    public var budget = Budget()
    /// `.withLegacy` when some pin of the host is a SHA-1.
    package var fingerprints = PathFingerprints.usual
    /// Where paths are remembered that passed, so that they needn't be searched and verified again; nil remembers none.
    /// Dates are looked at each time, and so are pins.
    public var pathMemory: (any PathMemory)?

    /// What the last evaluation said; `invalid` when there was none since something changed.
    /// Counterpart: SecTrustGetTrustResult.
    public private(set) var result = TrustResult.invalid
    /// The path that the last evaluation accepted; nil when it refused or there was none since something changed.
    /// Counterpart: SecTrustCopyCertificateChain.
    public private(set) var path: CertificationPath?
    /// Every check that failed in the last evaluation, for the path that came nearest and for the certificates that
    /// were on no path.
    public private(set) var findings = TrustFindings()

    /// A trust over a chain with the anchors that count by default.
    @_lifetime(copy certificateChain, copy defaultAnchors)
    public init(
        certificateChain: CertificateList, defaultAnchors: AnchorIndex, policy: TrustPolicy, verifyDate: UnixTime,
        identifier: UInt64 = 0
    ) {
        self.certificateChain = certificateChain
        self.anchors = AnchorIndex()
        self.defaultAnchors = defaultAnchors
        self.anchorsOnly = false
        self.revocationLists = CertificateList()
        self.policy = policy
        self.verifyDate = verifyDate
        self.identifier = identifier
    }

    @_lifetime(copy trust, copy anchors, copy revocationLists)
    private init(_ trust: ServerTrust, anchors: AnchorIndex, only: Bool, revocationLists: CertificateList) {
        self.certificateChain = trust.certificateChain
        self.anchors = anchors
        self.defaultAnchors = trust.defaultAnchors
        self.anchorsOnly = only
        self.revocationLists = revocationLists
        self.policy = trust.policy
        self.verifyDate = trust.verifyDate
        self.floorDate = trust.floorDate
        self.exceptedCertificate = trust.exceptedCertificate
        self.budget = trust.budget
        self.fingerprints = trust.fingerprints
        self.pathMemory = trust.pathMemory
        self.identifier = trust.identifier
    }

    /// The same trust with the program's own anchors: instead of the default ones, or with `only: false` in addition.
    /// Setting an empty index with `only: true` trusts nothing.
    /// Counterpart: SecTrustSetAnchorCertificates and SecTrustSetAnchorCertificatesOnly.
    @_lifetime(copy self, copy anchors)
    public func anchored(to anchors: AnchorIndex, only: Bool = true) -> ServerTrust {
        ServerTrust(self, anchors: anchors, only: only, revocationLists: revocationLists)
    }

    /// The same trust with revocation lists (each a DER CertificateList, RFC 5280 §5.1) or OCSP responses (each a DER
    /// OCSPResponse, RFC 6960 §4.2.1), and with the policy's `revocation` set. Counterpart: SecPolicyCreateRevocation, without its network access.
    @_lifetime(copy self, copy lists)
    public func checkingRevocation(_ lists: CertificateList, _ mode: TrustPolicy.Revocation) -> ServerTrust {
        var trust = ServerTrust(self, anchors: anchors, only: anchorsOnly, revocationLists: lists)
        trust.policy.revocation = mode
        return trust
    }

    /// The date that counts.
    public var effectiveDate: UnixTime { max(verifyDate, floorDate ?? verifyDate) }

    private mutating func invalidate() {
        result = .invalid
        path = nil
        findings = TrustFindings()
    }

    /// Judges the chain: builds paths to the anchors and validates them (RFC 4158, RFC 5280 §6.1), and matches the
    /// identity (RFC 9525). Returns the path that passed every check, or throws what went wrong with the one that came
    /// nearest; `result` and `findings` say more.
    ///
    /// Costs at most `budget`; in the ordinary case one signature verification per certificate below the anchor.
    /// Doesn't allocate, apart from what mbedTLS does for a signature. Counterpart: SecTrustEvaluateWithError.
    public mutating func evaluate() throws(TrustError) -> CertificationPath {
        invalidate()
        let key = pathMemory == nil ? nil : memoryKey
        if let key, let known = pathMemory?.path(for: key), known.isValid(at: effectiveDate) {
            result = .unspecified
            path = known
            return known
        }
        let found = try search()
        if let key, result == .unspecified { pathMemory?.remember(found, for: key) }
        return found
    }

    private mutating func search() throws(TrustError) -> CertificationPath {
        var builder = PathBuilder(
            chain: certificateChain, revocationLists: revocationLists, anchors: anchors,
            defaultAnchors: anchorsOnly ? AnchorIndex() : defaultAnchors, policy: policy, date: effectiveDate,
            budget: budget)
        builder.fingerprints = fingerprints
        do throws(TrustError) {
            try builder.build()
            result = .unspecified
        } catch {
            findings = builder.findings
            if findings.isEmpty || error.code == .budgetExhausted { findings.append(error) }
            result = error.result
            guard isExcepted(error) else { throw error }
            result = .proceed
            builder.keepException()
        }
        path = builder.result
        return builder.result
    }

    /// Whether the caller's exception applies to this chain and this failure.
    private func isExcepted(_ error: TrustError) -> Bool {
        guard let excepted = exceptedCertificate, error.result == .recoverableTrustFailure, !findings.hasFatal else {
            return false
        }
        return sha256(certificateChain[0]).span.isEqual(to: excepted.span)
    }
}
