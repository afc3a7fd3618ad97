extension PathValidator {
    /// RFC 5280 §6.1.5, without (a), (b) and (g), policies; and what the policy asks of the end entity beyond it.
    @inline(never)
    mutating func wrapUp(_ budget: inout Budget) throws(TrustError) {
        let certificate = try certificate(0)
        // §6.1.5 (c) to (e): the working key of the end entity is for whoever uses the path.
        // §6.1.5 (f): other critical extensions; for the others `process` has looked.
        if isAnchoredByItself {
            checkEncodingRules(certificate, at: place(0), isAnchor: true)
            checkKey(certificate, at: place(0))
            checkPurpose(certificate, at: place(0))
        }
        checkEndEntityUsage(certificate)
        // RFC 9525 §6: the identity that was asked for.
        if let identifier = policy.identifier {
            let presented = PresentedIdentifiers(certificate)
            if !presented.match(identifier, allowsCommonName: policy.allowsCommonNameForLegacyDevices) {
                report(.identifierMismatch, at: place(0))
            }
        }
    }

    /// RFC 5280 §4.2.1.3 and §4.2.1.12: a key for TLS must be allowed to sign, to decipher or to agree.
    private mutating func checkEndEntityUsage(_ certificate: Certificate) {
        guard policy.purpose != .any, let usage = certificate.keyUsage else { return }
        var needed = KeyUsage.digitalSignature.union(.keyAgreement)
        if policy.purpose == .serverAuthentication { needed = needed.union(.keyEncipherment) }
        guard !usage.containsAny(of: needed) else { return }
        var error = TrustError(.keyUsageForbidden, at: place(0))
        error.objectIdentifier = .keyUsage
        findings.append(error)
    }
}
