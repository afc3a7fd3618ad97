extension PathBuilder {
    /// RFC 5280 §6.1.3 (a)(1): the signature on the certificate verifies with the issuer's key. Nil if it does.
    ///
    /// Digests that the policy refuses aren't computed, and algorithms that are missing here are told apart from
    /// signatures that are wrong.
    @inline(never)
    mutating func signatureProblem(
        of child: Certificate, by candidate: Certificate, issuer: Int32
    ) throws(TrustError) -> TrustError? {
        let index = path[depth - 1]
        guard let scheme = child.signatureAlgorithm.scheme, candidate.publicKey.isSupported else {
            var error = TrustError(.unsupportedAlgorithm, at: .chain(index))
            error.objectIdentifier = child.signatureAlgorithm.identifier
            return error
        }
        guard policy.strength.permits(scheme) else {
            var error = TrustError(.weakDigest, at: .chain(index))
            error.objectIdentifier = child.signatureAlgorithm.identifier
            return error
        }
        guard candidate.publicKey.canVerify(scheme) else { return TrustError(.invalidSignature, at: .chain(index)) }
        let verdict: SignatureVerdict
        if let known = verdicts.verdict(of: index, by: issuer) {
            verdict = known
        } else {
            try budget.spendSignature()
            verdict = candidate.verify(
                child.bytes(child.fields.signature), over: child.bytes(child.fields.toBeSigned), scheme)
            verdicts.remember(verdict, of: index, by: issuer)
        }
        switch verdict {
        case .valid: return nil
        case .invalid, .keyMalformed: return TrustError(.invalidSignature, at: .chain(index))
        case .unsupported:
            var error = TrustError(.unsupportedAlgorithm, at: .chain(index))
            error.objectIdentifier = child.signatureAlgorithm.identifier
            return error
        case .failed: throw TrustError(.internalFailure, at: .chain(index))
        }
    }
}

extension TrustPolicy.Strength {
    /// The digest over the message and, with RSA-PSS, the one in the mask.
    func permits(_ scheme: SignatureScheme) -> Bool {
        if case .rsaPSS(_, let mask, _) = scheme, !permits(mask) { return false }
        return permits(scheme.hash)
    }
}

extension PublicKeyInfo {
    /// Whether the key is of the scheme's type. A key restricted to RSASSA-PSS makes no other signatures (RFC 4055
    /// §1.2).
    func canVerify(_ scheme: SignatureScheme) -> Bool {
        switch scheme {
        case .rsaPKCS1: algorithm == .rsa
        case .rsaPSS: algorithm == .rsa || algorithm == .rsaPSS && permits(scheme)
        case .ecdsa: algorithm == .ecP256 || algorithm == .ecP384 || algorithm == .ecP521 || algorithm == .ecOther
        }
    }

    /// RFC 4055 §3.3: the hash and the mask must be the key's, the salt no shorter.
    private func permits(_ scheme: SignatureScheme) -> Bool {
        guard case .rsaPSS(let hash, let mask, let salt)? = restriction else { return true }
        guard case .rsaPSS(let usedHash, let usedMask, let usedSalt) = scheme else { return false }
        return hash == usedHash && mask == usedMask && usedSalt >= salt
    }
}
