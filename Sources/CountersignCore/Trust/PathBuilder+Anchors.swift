extension PathBuilder {
    /// The end entity's own certificate among the anchors, octet by octet: the device that was told to be trusted.
    @inline(never)
    mutating func matchEndEntity(_ scratch: inout AnchorScratch) throws(TrustError) -> Bool {
        let wanted = cursors[0].subjectDigest
        for set in 0..<2 {
            let index = set == 0 ? anchors : defaultAnchors
            var next = index.firstIndex(of: wanted)
            while index.hasEntry(at: next, for: wanted) {
                let current = next
                next += 1
                try budget.spendCandidate()
                let encoding = index.encoding(at: current, decodingInto: &scratch)
                guard let anchor = try? TrustAnchor(encoding, hasTrustSettings: index.hasTrustSettings(at: current)),
                    anchor.certificate.der.isEqual(to: chain[0]), anchor.permits(policy.purpose.identifier)
                else { continue }
                if try judge(anchor.certificate, isEndEntity: true, hasSettledPurpose: anchor.hasSettings) {
                    return true
                }
            }
        }
        return false
    }

    /// Ends the path at an anchor if it issued the last certificate, and judges it.
    @inline(never)
    mutating func tryAnchor(
        _ position: Int, isDefault: Bool, _ scratch: inout AnchorScratch
    ) throws(TrustError) -> Bool {
        let index = isDefault ? defaultAnchors : anchors
        let encoding = index.encoding(at: position, decodingInto: &scratch)
        guard let anchor = try? TrustAnchor(encoding, hasTrustSettings: index.hasTrustSettings(at: position)),
            anchor.permits(policy.purpose.identifier)
        else { return false }
        let child = try certificate(depth - 1)
        guard anchor.certificate.subject.matches(child.issuer) else { return false }
        // RFC 5280 §6.1.3 (a)(1).
        let name = SignatureMemo.anchor(position, isDefault: isDefault)
        if let problem = try signatureProblem(of: child, by: anchor.certificate, issuer: name) {
            note(problem, atDepth: depth)
            return false
        }
        cursors[depth - 1].hasIssuer = true
        return try judge(anchor.certificate, isEndEntity: false, hasSettledPurpose: anchor.hasSettings)
    }

    /// Whether a store holds this authority, name and key, and refuses it for the purpose: then it is on no path at all,
    /// not even below another anchor.
    @inline(never)
    func isDistrusted(_ certificate: Certificate, _ scratch: inout AnchorScratch) -> Bool {
        let wanted = certificate.subject.digest
        for set in 0..<2 {
            let index = set == 0 ? anchors : defaultAnchors
            var next = index.firstIndex(of: wanted)
            while index.hasEntry(at: next, for: wanted) {
                let current = next
                next += 1
                guard index.hasTrustSettings(at: current),
                    let anchor = try? index.anchor(at: current, decodingInto: &scratch),
                    anchor.certificate.publicKeyInfo.isEqual(to: certificate.publicKeyInfo),
                    anchor.certificate.subject.matches(certificate.subject)
                else { continue }
                if !anchor.permits(policy.purpose.identifier) { return true }
            }
        }
        return false
    }

    /// Validates the path as it stands. If it fails its findings are kept, unless an earlier path came nearer.
    private mutating func judge(
        _ anchor: Certificate, isEndEntity: Bool, hasSettledPurpose: Bool
    ) throws(TrustError) -> Bool {
        try validate(anchor, isEndEntity, hasSettledPurpose)
        guard latest.isEmpty else {
            keepFindings()
            return false
        }
        try keepPath(anchor, isEndEntity: isEndEntity)
        return true
    }

    @inline(never)
    private mutating func validate(
        _ anchor: Certificate, _ isEndEntity: Bool, _ hasSettledPurpose: Bool
    ) throws(TrustError) {
        var validator = PathValidator(
            chain: chain, revocationLists: revocationLists, path: path, count: depth, anchor: anchor,
            isAnchoredByItself: isEndEntity, policy: policy, date: date)
        validator.hasSettledPurpose = hasSettledPurpose
        validator.memo = memo
        try validator.validate(&budget)
        latest = validator.findings
    }

    @inline(never)
    private mutating func keepFindings() {
        if findings.isEmpty || latest.isNearer(than: findings) { findings = latest }
    }

    /// The end entity alone, by the caller's exception.
    mutating func keepException() {
        guard let endEntity = try? certificate(0) else { return }
        result.append(endEntity, at: .chain(0), fingerprints)
        result.isException = true
    }

    @inline(never)
    private mutating func keepPath(_ anchor: Certificate, isEndEntity: Bool) throws(TrustError) {
        for position in 0..<depth {
            result.append(try certificate(position), at: .chain(path[position]), fingerprints)
        }
        if !isEndEntity {
            result.append(anchor, at: .anchor, fingerprints)
        }
    }
}
