extension PathBuilder {
    enum Candidate {
        case anchor(Int, isDefault: Bool)
        case certificate(Int, isPreferred: Bool)
        case none
    }

    /// The next certificate whose subject may be the issuer of the last one on the path.
    @inline(never)
    mutating func nextCandidate() -> Candidate {
        let wanted = cursors[depth - 1].issuerDigest
        while true {
            let cursor = cursors[depth - 1]
            switch cursor.stage {
            case .anchors, .defaultAnchors:
                let isDefault = cursor.stage == .defaultAnchors
                let index = isDefault ? defaultAnchors : anchors
                let next = cursor.next < 0 ? index.firstIndex(of: wanted) : Int(cursor.next)
                if index.hasEntry(at: next, for: wanted) {
                    cursors[depth - 1].next = Int32(next) + 1
                    return .anchor(next, isDefault: isDefault)
                }
                cursors[depth - 1].stage = isDefault ? .preferred : .defaultAnchors
                cursors[depth - 1].next = -1
            case .preferred, .others:
                var next = max(1, Int(cursor.next))
                let end = min(chain.count, PathBuilder.chainLimit)
                while next < end, !isReadable[next] || subjects[next] != wanted { next += 1 }
                if next < end {
                    cursors[depth - 1].next = Int32(next) + 1
                    return .certificate(next, isPreferred: cursor.stage == .preferred)
                }
                cursors[depth - 1].stage = cursor.stage == .preferred ? .others : .done
                cursors[depth - 1].next = -1
            case .done:
                return .none
            }
        }
    }

    /// Adds a certificate of the chain to the path if it issued the last one.
    ///
    /// The steps read the certificates each for itself, so that no more than two lie on the stack at a time.
    @inline(never)
    mutating func tryCertificate(
        _ index: Int, isPreferred: Bool, _ scratch: inout AnchorScratch
    ) throws(TrustError) {
        guard try mayBeIssuer(index, isPreferred: isPreferred, &scratch), try isIssuer(index) else { return }
        cursors[depth - 1].hasIssuer = true
        guard depth <= policy.maximumIntermediates, depth < CertificationPath.capacity - 1 else {
            return noteTooLong(index)
        }
        path[depth] = Int32(index)
        try placeCursor()
        depth += 1
    }

    /// By its name and by what else can be seen without a signature.
    @inline(never)
    private mutating func mayBeIssuer(
        _ index: Int, isPreferred: Bool, _ scratch: inout AnchorScratch
    ) throws(TrustError) -> Bool {
        guard let candidate = try? memo.remember(Int32(index), of: chain) else { return false }
        let child = try certificate(depth - 1)
        return isPreferred == isLikely(candidate, issuerOf: child) && candidate.subject.matches(child.issuer)
            && !isOnPath(candidate) && !isDistrusted(candidate, &scratch)
    }

    /// By the signature, RFC 5280 §6.1.3 (a)(1).
    @inline(never)
    private mutating func isIssuer(_ index: Int) throws(TrustError) -> Bool {
        guard let candidate = try? memo.certificate(Int32(index), of: chain) else { return false }
        guard let problem = try signatureProblem(of: certificate(depth - 1), by: candidate, issuer: Int32(index)) else {
            return true
        }
        note(problem, atDepth: depth)
        return false
    }

    /// Begins the search for the issuer of the certificate that was put on the path last.
    @inline(never)
    private mutating func placeCursor() throws(TrustError) {
        cursors[depth] = PathCursor(try certificate(depth))
    }

    @inline(never)
    private mutating func noteTooLong(_ index: Int) {
        var error = TrustError(.pathLengthExceeded, at: .chain(Int32(index)))
        error.found = Int32(depth)
        error.limit = Int32(min(policy.maximumIntermediates, CertificationPath.capacity - 2))
        note(error, atDepth: depth)
    }

    /// RFC 4158 §3.5.12 and §3.5.6: key identifiers that agree, a date within validity, and a CA's certificate first.
    @inline(never)
    private func isLikely(_ candidate: Certificate, issuerOf child: Certificate) -> Bool {
        let wanted = child.bytes(child.fields.authorityKeyIdentifier)
        let own = candidate.bytes(candidate.fields.subjectKeyIdentifier)
        let agrees = wanted.isEmpty || own.isEmpty || wanted.isEqual(to: own)
        return agrees && candidate.isAuthority && candidate.notBefore <= date && date <= candidate.notAfter
    }

    /// RFC 4158 §5.2: the same subject, key and alternative names are the same authority: a loop.
    @inline(never)
    private func isOnPath(_ candidate: Certificate) -> Bool {
        let digest = candidate.subject.digest
        for position in 0..<depth where cursors[position].subjectDigest == digest {
            guard let step = try? certificate(position) else { return true }
            let haveEqualKeys = step.publicKeyInfo.isEqual(to: candidate.publicKeyInfo)
            let stepNames = step.bytes(step.fields.subjectAlternativeName)
            let haveEqualNames = stepNames.isEqual(to: candidate.bytes(candidate.fields.subjectAlternativeName))
            if haveEqualKeys, haveEqualNames, step.subject.matches(candidate.subject) { return true }
        }
        return false
    }
}
