/// Searches for a path from the peer's certificate to an anchor (RFC 4158), depth first with backtracking.
///
/// The chain's order means nothing: an issuer is whoever has the right name and whose key verifies the signature.
/// Anchors are tried before other certificates; key identifiers and dates only say what to try first (RFC 4158 §3.5),
/// never what to leave out. A certificate isn't used twice on a path, nor is another one for the same name and key
/// (§5.2). A path that ends at an anchor is judged by `PathValidator`; if it fails, the search goes on. Everything
/// counts against a budget, nothing recurses, and the size of all tables is fixed.
///
/// Large, therefore not copied: 6 KB or so on the stack of whoever evaluates.
struct PathBuilder: ~Copyable, ~Escapable {
    /// More certificates than this in a chain are not looked at. TLS libraries stop at about 60 kB of certificates.
    static var chainLimit: Int { 128 }

    let chain: CertificateList
    let revocationLists: CertificateList
    let anchors: AnchorIndex
    let defaultAnchors: AnchorIndex
    let policy: TrustPolicy
    let date: UnixTime
    var budget: Budget
    var fingerprints = PathFingerprints.usual

    /// Of the path that came nearest, or of the place where the search ended.
    var findings = TrustFindings()
    /// Of the path that was judged last.
    var latest = TrustFindings()
    /// The path that passed, once there is one.
    var result = CertificationPath()

    /// Indices in the chain, the end entity first.
    var path = InlineArray<16, Int32>(repeating: 0)
    var cursors = InlineArray<16, PathCursor>(repeating: PathCursor())
    var depth = 0
    /// The subjects of the chain's certificates, to find issuers without parsing them all again.
    var subjects = InlineArray<128, UInt32>(repeating: 0)
    var isReadable = InlineArray<128, Bool>(repeating: false)
    var verdicts = SignatureMemo()
    var memo = FieldsMemo()
    /// Why the search couldn't go on where it came furthest.
    var deadEnd: TrustError?
    var deadEndDepth = 0

    @_lifetime(copy chain, copy revocationLists, copy anchors, copy defaultAnchors)
    init(
        chain: CertificateList, revocationLists: CertificateList, anchors: AnchorIndex, defaultAnchors: AnchorIndex,
        policy: TrustPolicy, date: UnixTime, budget: Budget
    ) {
        self.chain = chain
        self.revocationLists = revocationLists
        self.anchors = anchors
        self.defaultAnchors = defaultAnchors
        self.policy = policy
        self.date = date
        self.budget = budget
    }

    /// Finds the first path that passes every check, which is then `result`, or throws why there is none; `findings`
    /// say more then.
    mutating func build() throws(TrustError) {
        guard !chain.isEmpty else { throw TrustError(.noCertificate) }
        try readEndEntity()
        guard !anchors.isEmpty || !defaultAnchors.isEmpty else { throw fail(TrustError(.noAnchors)) }
        var scratch = AnchorScratch()
        if try matchEndEntity(&scratch) { return }
        readSubjects()
        while depth > 0 {
            switch nextCandidate() {
            case .anchor(let index, let isDefault):
                try budget.spendCandidate()
                if try tryAnchor(index, isDefault: isDefault, &scratch) { return }
            case .certificate(let index, let isPreferred):
                try budget.spendCandidate()
                try tryCertificate(index, isPreferred: isPreferred, &scratch)
            case .none:
                noteMissingIssuer()
                depth -= 1
            }
        }
        if let foremost = findings.foremost { throw foremost }
        throw fail(deadEnd ?? TrustError(.unknownIssuer, at: .chain(0)))
    }

    @inline(never)
    private mutating func readEndEntity() throws(TrustError) {
        do throws(DERError) {
            cursors[0] = PathCursor(try memo.remember(0, of: chain))
            depth = 1
        } catch {
            throw TrustError(error, at: .chain(0))
        }
    }

    /// Reads the subject of every certificate behind the first. One that doesn't parse can't be on a path.
    @inline(never)
    private mutating func readSubjects() {
        for index in 1..<max(1, min(chain.count, PathBuilder.chainLimit)) {
            do throws(DERError) {
                subjects[index] = try memo.remember(Int32(index), of: chain).subject.digest
                isReadable[index] = true
            } catch {
                noteMalformed(error, at: index)
            }
        }
    }

    /// One certificate of the path. Every one has been read before, so this doesn't fail.
    @inline(never)
    @_lifetime(copy self)
    func certificate(_ position: Int) throws(TrustError) -> Certificate {
        do throws(DERError) {
            return try memo.certificate(path[position], of: chain)
        } catch {
            throw TrustError(error, at: .chain(path[position]))
        }
    }

    @inline(never)
    private mutating func noteMalformed(_ error: DERError, at index: Int) {
        note(TrustError(error, at: .chain(Int32(index))), atDepth: 0)
    }

    /// Keeps the reason that says most, then the one that came furthest.
    @inline(never)
    mutating func note(_ error: TrustError, atDepth reached: Int) {
        if let known = deadEnd {
            let isBetter = error.specificity > known.specificity
            guard isBetter || error.specificity == known.specificity && reached > deadEndDepth else { return }
        }
        deadEnd = error
        deadEndDepth = reached
    }

    @inline(never)
    private mutating func noteMissingIssuer() {
        guard !cursors[depth - 1].hasIssuer else { return }
        var error = TrustError(.unknownIssuer, at: .chain(path[depth - 1]))
        if let last = try? certificate(depth - 1) { error.isSelfSigned = last.isSelfIssued }
        note(error, atDepth: depth)
    }

    /// No path at all: the reason, and what is wrong with the end entity besides.
    @inline(never)
    private mutating func fail(_ error: TrustError) -> TrustError {
        findings.append(error)
        guard let leaf = try? certificate(0) else { return error }
        var validator = PathValidator(
            chain: chain, path: path, count: 1, anchor: leaf, isAnchoredByItself: true, policy: policy, date: date)
        var rest = Budget()
        try? validator.validate(&rest)
        let more = validator.findings
        for index in 0..<more.count {
            if let finding = more[index] { findings.append(finding) }
        }
        return error
    }
}

/// How far the search for one certificate's issuer has come.
struct PathCursor: Sendable {
    enum Stage: UInt8, Sendable {
        case anchors, defaultAnchors, preferred, others, done
    }

    var stage = Stage.anchors
    var next: Int32 = -1
    /// Some candidate had the name and the key.
    var hasIssuer = false
    /// Of the certificate itself.
    var subjectDigest: UInt32 = 0
    var issuerDigest: UInt32 = 0

    init() {}

    init(_ certificate: Certificate) {
        subjectDigest = certificate.subject.digest
        issuerDigest = certificate.issuer.digest
    }
}

extension TrustError {
    /// A certificate that can't be read.
    init(_ encoding: DERError, at certificate: CertificatePosition) {
        self.init(.malformed, at: certificate)
        self.encoding = encoding
    }
}
