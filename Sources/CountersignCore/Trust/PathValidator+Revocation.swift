extension PathValidator {
    /// What the lists at hand say about one certificate.
    private enum RevocationStatus {
        case revoked
        case good
        case unknown
    }

    /// RFC 5280 §6.1.3 (a)(3): the certificate isn't revoked, as far as the policy asks.
    @inline(never)
    mutating func checkRevocation(_ position: Int, _ budget: inout Budget) throws(TrustError) {
        guard policy.revocation != .ignored else { return }
        switch try revocationStatus(position, &budget) {
        case .revoked: report(.revoked, at: place(position))
        case .unknown: if policy.revocation == .hardFail { report(.revocationUnknown, at: place(position)) }
        case .good: break
        }
    }

    /// RFC 5280 §6.3.3 over complete and delta lists of the certificate's own issuer. Indirect lists are never used.
    private func revocationStatus(_ position: Int, _ budget: inout Budget) throws(TrustError) -> RevocationStatus {
        let certificate = try certificate(position)
        let issuer = position == count - 1 ? anchor : try self.certificate(position + 1)
        var status = RevocationStatus.unknown
        // §6.3.3 (i) before (j): a delta's word on a certificate is newer than the complete list's.
        var deltaStatus = RevocationStatus.unknown
        for index in 0..<revocationLists.count {
            if let response = try? OCSPResponse(revocationLists[index]) {
                // A revocation counts wherever it is said.
                guard let isGood = try isGood(response, position, &budget) else { continue }
                if !isGood { status = .revoked } else if status == .unknown { status = .good }
                continue
            }
            guard let list = try? RevocationList(revocationLists[index]),
                try isUsable(list, for: position, by: issuer, &budget)
            else { continue }
            let entry = list.entry(for: certificate.serialNumber)
            if list.extensions.isDelta {
                if let entry { deltaStatus = entry.reason == 8 ? .good : .revoked }
            } else if entry != nil {
                status = .revoked
            } else if status == .unknown, list.isWhole {
                status = .good
            }
        }
        guard status != .unknown || deltaStatus == .revoked else { return .unknown }
        return deltaStatus == .unknown ? status : deltaStatus
    }

    /// RFC 5280 §6.3.3 (b) and (f) to (h): the list is the issuer's, current, about such certificates, and signed.
    private func isUsable(
        _ list: RevocationList, for position: Int, by issuer: Certificate, _ budget: inout Budget
    ) throws(TrustError) -> Bool {
        let certificate = try certificate(position)
        let scope = list.extensions
        // §6.3.3 (b)(1): the issuer's own list.
        guard list.issuerDigest == certificate.issuer.digest, list.issuer.matches(certificate.issuer),
            !scope.isIndirect, !scope.hasUnknownCriticalExtension
        else { return false }
        // §6.3.3 (a): current. A list that doesn't say how long it holds is past its time at once.
        guard list.thisUpdate <= date, let nextUpdate = list.nextUpdate, date <= nextUpdate else { return false }
        // §6.3.3 (b)(2): the scope of its issuing distribution point.
        guard !scope.onlyContainsAttributeCertificates,
            !(scope.onlyContainsUserCertificates && certificate.isAuthority),
            !(scope.onlyContainsAuthorityCertificates && !certificate.isAuthority)
        else { return false }
        if scope.distributionPoint.count > 0 {
            let points = DistributionPoints(
                in: certificate.der, contents: certificate.fields.revocationDistributionPoints)
            guard points.includes(scope.distributionPoint, of: list) else { return false }
        }
        // §6.3.3 (f) and (g): a key of the issuer that may sign lists has signed it.
        if try isSigned(list, by: issuer, &budget) { return true }
        return try isSignedByOtherKey(list, position, issuer, &budget)
    }

    private func isSigned(
        _ list: RevocationList, by signer: Certificate, _ budget: inout Budget
    ) throws(TrustError) -> Bool {
        if let usage = signer.keyUsage, !usage.contains(.crlSign) { return false }
        let key = list.der.extracting(list.extensions.authorityKeyIdentifier)
        let own = signer.bytes(signer.fields.subjectKeyIdentifier)
        guard key.isEmpty || own.isEmpty || key.isEqual(to: own) else { return false }
        return try verify(
            list.der.extracting(list.signature), over: list.der.extracting(list.toBeSigned),
            list.signatureAlgorithm, by: signer, &budget)
    }

    /// An authority that renews its key, or keeps one for lists alone: another certificate of the chain in the same
    /// name, which is on the path above, or signed by the issuer or by the issuer's own issuer.
    private func isSignedByOtherKey(
        _ list: RevocationList, _ position: Int, _ issuer: Certificate, _ budget: inout Budget
    ) throws(TrustError) -> Bool {
        for index in 0..<min(chain.count, PathBuilder.chainLimit) {
            guard let signer = try? Certificate(chain[index]), signer.subject.matches(list.issuer),
                signer.fields.unknownCriticalExtension == nil, signer.notBefore <= date, date <= signer.notAfter
            else { continue }
            var isTrusted = false
            for above in position + 1..<max(position + 1, count) where Int(path[above]) == index {
                isTrusted = true
            }
            if !isTrusted, signer.issuer.matches(issuer.subject) {
                isTrusted = try isIssued(signer, by: issuer, &budget)
            }
            if !isTrusted, position + 1 < count {
                let above = position + 2 < count ? try certificate(position + 2) : anchor
                if signer.issuer.matches(above.subject) { isTrusted = try isIssued(signer, by: above, &budget) }
            }
            if isTrusted, try isSigned(list, by: signer, &budget) { return true }
        }
        return false
    }

    func isIssued(
        _ certificate: Certificate, by issuer: Certificate, _ budget: inout Budget
    ) throws(TrustError) -> Bool {
        try verify(
            certificate.bytes(certificate.fields.signature), over: certificate.bytes(certificate.fields.toBeSigned),
            certificate.signatureAlgorithm, by: issuer, &budget)
    }

    func verify(
        _ signature: Span<UInt8>, over message: Span<UInt8>, _ algorithm: SignatureAlgorithm, by signer: Certificate,
        _ budget: inout Budget
    ) throws(TrustError) -> Bool {
        guard let scheme = algorithm.scheme, policy.strength.permits(scheme), signer.publicKey.canVerify(scheme) else {
            return false
        }
        try budget.spendSignature()
        return signer.verify(signature, over: message, scheme) == .valid
    }
}

extension RevocationList {
    /// What it doesn't list isn't revoked. Not so if it speaks of some reasons only, if an entry has a critical extension
    /// that can't be read (RFC 5280 §5.3), or if it lacks the number that every list must have (§5.2.3); what such a list
    /// does name is still revoked.
    fileprivate var isWhole: Bool {
        !extensions.onlySomeReasons && !hasUnknownCriticalEntry && extensions.number.count > 0
    }
}
