/// Validates one path (RFC 5280 §6.1), from the anchor down to the end entity.
///
/// The algorithm's four steps are `initialize`, `process`, `prepareForNext` and `wrapUp`, each in its own file, over the
/// state variables of §6.1.2, which keep their names. All checks are made, also after one has failed, so that every
/// reason is known. Signatures were verified while the path was built (`PathBuilder`), since they decide which paths
/// exist; policies are in `PathValidator+Policies`.
struct PathValidator: ~Escapable {
    let chain: CertificateList
    /// Lists to be asked about every certificate below the anchor.
    let revocationLists: CertificateList
    /// Indices in the chain, the end entity first; the last one was issued by the anchor.
    let path: InlineArray<16, Int32>
    /// How many there are: n.
    let count: Int
    /// The anchor, or the end entity itself when it is one.
    let anchor: Certificate
    /// The end entity is an anchor by itself: n is 0, and nothing but its own fitness is checked.
    let isAnchoredByItself: Bool
    let policy: TrustPolicy
    let date: UnixTime
    /// The store said what the anchor is for, so its own extended key usage isn't asked (openssl-x509(1)).
    var hasSettledPurpose = false
    var findings = TrustFindings()
    /// What whoever built the path has read, and then what is read here.
    var memo = FieldsMemo()

    // RFC 5280 §6.1.2.
    /// (k) max_path_length: how many more intermediates that aren't self-issued may follow.
    var maxPathLength = 0
    /// (j) working_issuer_name is the subject of this step, or the anchor's.
    var workingIssuer = CertificatePosition.anchor

    @_lifetime(copy chain, copy revocationLists, copy anchor)
    init(
        chain: CertificateList, revocationLists: CertificateList = CertificateList(), path: InlineArray<16, Int32>,
        count: Int, anchor: Certificate, isAnchoredByItself: Bool, policy: TrustPolicy, date: UnixTime
    ) {
        self.chain = chain
        self.revocationLists = revocationLists
        self.path = path
        self.count = count
        self.anchor = anchor
        self.isAnchoredByItself = isAnchoredByItself
        self.policy = policy
        self.date = date
    }

    /// Makes every check. Findings are kept; only an exhausted budget throws.
    mutating func validate(_ budget: inout Budget) throws(TrustError) {
        guard count > 0 else { return report(.internalFailure, at: .none) }
        if isAnchoredByItself {
            let endEntity = try certificate(0)
            checkValidity(endEntity, at: .chain(0))
            try wrapUp(&budget)
            return
        }
        initialize()
        // RFC 5280 §6.1 counts from the anchor; `path` counts from the end entity.
        var position = count - 1
        while position > 0 {
            _ = try? memo.remember(path[position], of: chain)
            try process(position, &budget)
            try prepareForNext(position)
            position -= 1
        }
        _ = try? memo.remember(path[0], of: chain)
        try process(0, &budget)
        try validatePolicies()
        try wrapUp(&budget)
    }

    /// One certificate of the path; it has been read before, so this doesn't fail.
    @inline(never)
    @_lifetime(copy self)
    func certificate(_ position: Int) throws(TrustError) -> Certificate {
        do throws(DERError) {
            return try memo.certificate(path[position], of: chain)
        } catch {
            throw TrustError(error, at: place(position))
        }
    }

    func place(_ position: Int) -> CertificatePosition { .chain(path[position]) }

    mutating func report(_ code: TrustError.Code, at place: CertificatePosition) {
        findings.append(TrustError(code, at: place))
    }
}
