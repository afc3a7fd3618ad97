extension PathBuilder {
    /// The end entity's own certificate among the anchors, octet by octet: the device that was told to be trusted.
    mutating func matchEndEntity(_ scratch: inout AnchorScratch) throws(TrustError) -> CertificationPath? {
        let wanted = path[0].fields.subjectDigest
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
                if let path = try judge(anchor.certificate, isEndEntity: true, hasSettledPurpose: anchor.hasSettings) {
                    return path
                }
            }
        }
        return nil
    }

    /// Ends the path at an anchor if it issued the last certificate, and judges it.
    mutating func tryAnchor(
        _ position: Int, isDefault: Bool, _ scratch: inout AnchorScratch
    ) throws(TrustError) -> CertificationPath? {
        let index = isDefault ? defaultAnchors : anchors
        let encoding = index.encoding(at: position, decodingInto: &scratch)
        guard let anchor = try? TrustAnchor(encoding, hasTrustSettings: index.hasTrustSettings(at: position)),
            anchor.permits(policy.purpose.identifier)
        else { return nil }
        let child = Certificate(der: chain[Int(path[depth - 1].index)], fields: path[depth - 1].fields)
        guard anchor.certificate.subject.matches(child.issuer) else { return nil }
        // RFC 5280 §6.1.3 (a)(1).
        let name = SignatureMemo.anchor(position, isDefault: isDefault)
        if let problem = try signatureProblem(of: child, by: anchor.certificate, issuer: name) {
            note(problem, atDepth: depth)
            return nil
        }
        cursors[depth - 1].hasIssuer = true
        return try judge(anchor.certificate, isEndEntity: false, hasSettledPurpose: anchor.hasSettings)
    }

    /// Whether a store holds this authority, name and key, and refuses it for the purpose: then it is on no path at all,
    /// not even below another anchor.
    func isDistrusted(_ certificate: Certificate, _ scratch: inout AnchorScratch) -> Bool {
        let wanted = certificate.fields.subjectDigest
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
    ) throws(TrustError) -> CertificationPath? {
        var validator = PathValidator(
            chain: chain, revocationLists: revocationLists, path: path.span.extracting(0..<depth), anchor: anchor,
            isAnchoredByItself: isEndEntity, policy: policy, date: date)
        validator.hasSettledPurpose = hasSettledPurpose
        var rest = budget
        let outcome: Result<Void, TrustError>
        do throws(TrustError) {
            try validator.validate(&rest)
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        let found = validator.findings
        budget = rest
        try outcome.get()
        if found.isEmpty { return makePath(anchor, isEndEntity: isEndEntity) }
        if findings.isEmpty || found.isNearer(than: findings) { findings = found }
        return nil
    }

    private func makePath(_ anchor: Certificate, isEndEntity: Bool) -> CertificationPath {
        var result = CertificationPath()
        for position in 0..<depth {
            let step = path[position]
            result.append(
                Certificate(der: chain[Int(step.index)], fields: step.fields), at: .chain(step.index))
        }
        if !isEndEntity { result.append(anchor, at: .anchor) }
        return result
    }
}
