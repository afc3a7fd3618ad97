extension PathValidator {
    /// RFC 5280 §6.1.3, basic certificate processing, without (d) to (f), policies.
    @inline(never)
    mutating func process(_ position: Int, _ budget: inout Budget) throws(TrustError) {
        let certificate = try certificate(position)
        // §6.1.3 (a)(1), the signature, was verified when this step was added to the path.
        // §6.1.3 (a)(2): the validity period includes the current time.
        checkValidity(certificate, at: place(position))
        // §6.1.3 (a)(3): the certificate isn't revoked.
        try checkRevocation(position, &budget)
        // §6.1.3 (a)(4): the issuer name is the working_issuer_name.
        let isChained: Bool
        if position == count - 1 {
            isChained = certificate.issuer.matches(anchor.subject)
        } else {
            isChained = certificate.issuer.matches(try self.certificate(position + 1).subject)
        }
        if !isChained { report(.unknownIssuer, at: place(position)) }
        // §6.1.3 (b) permitted and §6.1.3 (c) excluded subtrees, except for self-issued certificates that aren't the last.
        if position == 0 || !certificate.isSelfIssued {
            try checkNames(certificate, at: position, &budget)
        }
        checkEncodingRules(certificate, at: place(position), isAnchor: false)
        checkKey(certificate, at: place(position))
        checkPurpose(certificate, at: place(position))
    }

    /// The constraints of every certificate above this one: intersection and union as §6.1.4 (g) builds them.
    @inline(never)
    private mutating func checkNames(
        _ certificate: Certificate, at position: Int, _ budget: inout Budget
    ) throws(TrustError) {
        var above = position + 1
        var isViolated = false
        while above <= count {
            let issuer = above == count ? anchor : try self.certificate(above)
            above += 1
            guard issuer.fields.nameConstraints.count > 0 else { continue }
            let constraints = NameConstraints(in: issuer.der, contents: issuer.fields.nameConstraints)
            let verdict = try constraints.check(
                certificate, includingCommonName: position == 0 && policy.allowsCommonNameForLegacyDevices, &budget)
            if verdict == .violated { isViolated = true }
        }
        if isViolated { report(.nameConstraintViolation, at: place(position)) }
    }

    mutating func checkValidity(_ certificate: Certificate, at place: CertificatePosition) {
        guard date < certificate.notBefore || certificate.notAfter < date else { return }
        var error = TrustError(date < certificate.notBefore ? .notYetValid : .expired, at: place)
        error.verifyDate = date
        error.notBefore = certificate.notBefore
        error.notAfter = certificate.notAfter
        findings.append(error)
    }

    /// What RFC 5280 §4 says about every certificate and can be said without its neighbours.
    mutating func checkEncodingRules(_ certificate: Certificate, at place: CertificatePosition, isAnchor: Bool) {
        // §4.2 and §6.1.4 (o), §6.1.5 (f): critical extensions that can't be processed.
        if let unknown = certificate.fields.unknownCriticalExtension {
            var error = TrustError(.unknownCriticalExtension, at: place)
            error.objectIdentifier = unknown
            findings.append(error)
        }
        // What follows are rules for issuing that anchors of the last century don't keep.
        guard !isAnchor else { return }
        // §4.1.2.2: a positive number of at most 20 octets.
        let serial = certificate.serialNumber
        let isZero = serial.count == 1 && serial[0] == 0
        if serial.isEmpty || serial.count > 20 || serial[0] & 0x80 != 0 || isZero { report(.malformed, at: place) }
        // §4.1.2.4: the issuer field must contain a non-empty distinguished name.
        if certificate.issuer.isEmpty { report(.malformed, at: place) }
        // §4.2.1.6: with an empty subject the alternative name must be there and critical.
        if certificate.subject.isEmpty, !certificate.fields.isSubjectAlternativeNameCritical {
            report(.malformed, at: place)
        }
        // §4.2.1.10: name constraints must be used only in a CA certificate.
        if certificate.fields.nameConstraints.count > 0, !certificate.isAuthority { report(.malformed, at: place) }
    }

    /// The policy's strength.
    mutating func checkKey(_ certificate: Certificate, at place: CertificatePosition) {
        let key = certificate.publicKey
        switch key.algorithm {
        case .rsa, .rsaPSS:
            guard key.bits < policy.strength.minimumRSABits else { return }
            var error = TrustError(.weakKey, at: place)
            error.found = Int32(key.bits)
            error.limit = Int32(policy.strength.minimumRSABits)
            findings.append(error)
        case .ecOther, .unknown:
            // DSA and whatever else has no name here can't be judged; curves can be allowed, and what is an anchor by
            // itself was chosen, key and all.
            let isAllowed = key.algorithm == .unknown ? isAnchoredByItself : policy.strength.allowsOtherCurves
            guard !isAllowed else { return }
            var error = TrustError(.unsupportedAlgorithm, at: place)
            error.objectIdentifier = key.identifier
            findings.append(error)
        case .ecP256, .ecP384, .ecP521, .ed25519, .ed448: break
        }
    }

    /// RFC 5280 §4.2.1.12, applied to every certificate of the path, as all TLS stacks do: an issuer whose certificate
    /// names purposes can't hand out others.
    mutating func checkPurpose(_ certificate: Certificate, at place: CertificatePosition) {
        guard let purpose = policy.purpose.identifier, certificate.fields.extendedKeyUsage.count > 0 else { return }
        var reader = DERReader(certificate.der, in: certificate.fields.extendedKeyUsage)
        while !reader.isAtEnd {
            guard let listed = try? reader.objectIdentifier() else { break }
            if listed == purpose || listed == .anyExtendedKeyUsage { return }
        }
        var error = TrustError(.extendedKeyUsageForbidden, at: place)
        error.objectIdentifier = purpose
        findings.append(error)
    }
}

extension TrustPolicy.Purpose {
    /// The key purpose that must be permitted, if any.
    var identifier: ObjectIdentifier? {
        switch self {
        case .any: nil
        case .serverAuthentication: .serverAuth
        case .clientAuthentication: .clientAuth
        }
    }
}
