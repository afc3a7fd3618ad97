extension PathValidator {
    /// RFC 5280 §6.1.4, for a certificate that isn't the last, without (a), (b) and (h) to (j), policies.
    @inline(never)
    mutating func prepareForNext(_ position: Int) throws(TrustError) {
        let certificate = try certificate(position)
        // §6.1.4 (c) to (f): the working key and issuer name are read from the path by `process`.
        workingIssuer = place(position)
        // §6.1.4 (g): name constraints are read from the path by `process`, too.
        // §6.1.4 (k) and (n): it must be a CA's certificate, and its key usage must include keyCertSign.
        checkIssuer(certificate, at: place(position))
        // §6.1.4 (l): a certificate that isn't self-issued uses up the path length.
        if !certificate.isSelfIssued {
            if maxPathLength > 0 {
                maxPathLength -= 1
            } else {
                var error = TrustError(.pathLengthExceeded, at: place(position))
                error.found = Int32(position)
                findings.append(error)
            }
        }
        // §6.1.4 (m): a path length constraint that is smaller takes its place.
        if let limit = certificate.fields.pathLength { maxPathLength = min(maxPathLength, Int(limit)) }
        // §6.1.4 (o): other critical extensions were looked at by `checkEncodingRules`.
    }

    /// RFC 5280 §6.1.4 (k) and (n); for an anchor too, unless it is of version 1 or 2 and can't say so.
    mutating func checkIssuer(_ certificate: Certificate, at place: CertificatePosition) {
        let isOldAnchor = place == .anchor && certificate.version < 3
        // §6.1.4 (k): basicConstraints present in version 3, and cA true.
        if !isOldAnchor, !certificate.isAuthority {
            var error = TrustError(.keyUsageForbidden, at: place)
            error.objectIdentifier = .basicConstraints
            findings.append(error)
        }
        // §6.1.4 (n): keyCertSign, if key usage is present.
        if let usage = certificate.keyUsage, !usage.contains(.keyCertSign) {
            var error = TrustError(.keyUsageForbidden, at: place)
            error.objectIdentifier = .keyUsage
            findings.append(error)
        }
    }
}
