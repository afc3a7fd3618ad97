/// Searches for a path from the peer's certificate to an anchor (RFC 4158), depth first with backtracking.
///
/// The chain's order means nothing: an issuer is whoever has the right name and whose key verifies the signature.
/// Anchors are tried before other certificates; key identifiers and dates only say what to try first (RFC 4158 §3.5),
/// never what to leave out. A certificate isn't used twice on a path, nor is another one for the same name and key
/// (§5.2). A path that ends at an anchor is judged by `PathValidator`; if it fails, the search goes on. Everything
/// counts against a budget, nothing recurses, and the size of all tables is fixed.
struct PathBuilder: ~Escapable {
    /// More certificates than this in a chain are not looked at. TLS libraries stop at about 60 kB of certificates.
    static var chainLimit: Int { 128 }

    let chain: CertificateList
    let revocationLists: CertificateList
    let anchors: AnchorIndex
    let defaultAnchors: AnchorIndex
    let policy: TrustPolicy
    let date: UnixTime
    var budget: Budget

    /// Of the path that came nearest, or of the place where the search ended.
    var findings = TrustFindings()

    var path: InlineArray<16, PathStep>
    var cursors = InlineArray<16, PathCursor>(repeating: PathCursor())
    var depth = 0
    /// The subjects of the chain's certificates, to find issuers without parsing them all again.
    var subjects = InlineArray<128, UInt32>(repeating: 0)
    var isReadable = InlineArray<128, Bool>(repeating: false)
    var verdicts = SignatureMemo()
    /// Why the search couldn't go on where it came furthest.
    var deadEnd: TrustError?
    var deadEndDepth = 0

    @_lifetime(copy chain, copy revocationLists, copy anchors, copy defaultAnchors)
    init(
        chain: CertificateList, revocationLists: CertificateList, anchors: AnchorIndex, defaultAnchors: AnchorIndex,
        policy: TrustPolicy, date: UnixTime, budget: Budget
    ) throws(TrustError) {
        guard !chain.isEmpty else { throw TrustError(.noCertificate) }
        self.chain = chain
        self.revocationLists = revocationLists
        self.anchors = anchors
        self.defaultAnchors = defaultAnchors
        self.policy = policy
        self.date = date
        self.budget = budget
        do throws(DERError) {
            let fields = try CertificateFields(chain[0])
            path = InlineArray<16, PathStep>(repeating: PathStep(index: 0, fields: fields))
        } catch {
            throw TrustError(error, at: .chain(0))
        }
    }

    /// The first path that passes every check, or why there is none.
    mutating func build() throws(TrustError) -> CertificationPath {
        depth = 1
        guard !anchors.isEmpty || !defaultAnchors.isEmpty else { throw fail(TrustError(.noAnchors)) }
        var scratch = AnchorScratch()
        if let path = try matchEndEntity(&scratch) { return path }
        readSubjects()
        while depth > 0 {
            switch nextCandidate() {
            case .anchor(let index, let isDefault):
                try budget.spendCandidate()
                if let path = try tryAnchor(index, isDefault: isDefault, &scratch) { return path }
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

    /// Reads the subject of every certificate behind the first. One that doesn't parse can't be on a path.
    private mutating func readSubjects() {
        for index in 1..<max(1, min(chain.count, PathBuilder.chainLimit)) {
            do throws(DERError) {
                let fields = try CertificateFields(chain[index])
                subjects[index] = fields.subjectDigest
                isReadable[index] = true
            } catch {
                note(TrustError(error, at: .chain(Int32(index))), atDepth: 0)
            }
        }
    }

    /// Keeps the reason that says most, then the one that came furthest.
    mutating func note(_ error: TrustError, atDepth reached: Int) {
        if let known = deadEnd {
            let isBetter = error.specificity > known.specificity
            guard isBetter || error.specificity == known.specificity && reached > deadEndDepth else { return }
        }
        deadEnd = error
        deadEndDepth = reached
    }

    private mutating func noteMissingIssuer() {
        guard !cursors[depth - 1].hasIssuer else { return }
        let step = path[depth - 1]
        var error = TrustError(.unknownIssuer, at: .chain(step.index))
        error.isSelfSigned = Certificate(der: chain[Int(step.index)], fields: step.fields).isSelfIssued
        note(error, atDepth: depth)
    }

    /// No path at all: the reason, and what is wrong with the end entity besides.
    private mutating func fail(_ error: TrustError) -> TrustError {
        findings.append(error)
        let leaf = Certificate(der: chain[0], fields: path[0].fields)
        var validator = PathValidator(
            chain: chain, path: path.span.extracting(0..<1), anchor: leaf, isAnchoredByItself: true, policy: policy,
            date: date)
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
}

extension TrustError {
    /// A certificate that can't be read.
    init(_ encoding: DERError, at certificate: CertificatePosition) {
        self.init(.malformed, at: certificate)
        self.encoding = encoding
    }
}
