extension TrustError: CustomStringConvertible {
    /// The verdict in a sentence without a full stop: which certificate, which check, and what was found.
    ///
    /// `text(_:)` says more, because it can look at the certificates.
    public var description: String { place + finding }

    /// The same with the names of the certificates, and with the names that the server's certificate does have when it
    /// lacks the one that was asked for.
    public func text(_ trust: borrowing ServerTrust) -> String {
        var text = place
        if let index = certificate.chainIndex {
            do throws(DERError) {
                text += "(" + (try Certificate(trust.certificateChain[index]).subject.text) + ") "
            } catch {
                // What cannot be read has no name.
            }
        }
        text += finding
        if code == .identifierMismatch { text += TrustError.names(in: trust) }
        if code == .unknownIssuer, let issuer = missingIssuer(in: trust) { text += ": " + issuer }
        return text
    }

    private var place: String {
        switch certificate {
        case .none: "the chain "
        case .anchor: "the anchor "
        case .chain(0): "the server's certificate "
        case .chain(let index): "certificate " + String(index) + " "
        }
    }

    private var finding: String {
        switch code {
        case .expired: return "has expired: valid until " + date(notAfter) + ", judged at " + date(verifyDate)
        case .notYetValid: return "is not yet valid: valid from " + date(notBefore) + ", judged at " + date(verifyDate)
        case .unknownIssuer:
            return isSelfSigned ? "is self-signed and is no anchor" : "is issued by somebody unknown"
        case .identifierMismatch: return "does not name the host"
        case .invalidSignature: return "has a signature that does not verify"
        case .nameConstraintViolation: return "has a name that its issuer may not certify"
        case .malformed:
            return "is malformed" + (encoding.map { " at byte " + String($0.offset) } ?? "")
        case .budgetExhausted: return "takes more work to judge than any honest one"
        case .pinMismatch: return "has no pinned key on its path"
        case .pathLengthExceeded:
            return "has " + String(found) + " certificates below it, and " + String(limit) + " are allowed"
        case .unknownCriticalExtension: return "has a critical extension that has no meaning here: " + identifier
        case .keyUsageForbidden: return "has a key that may not be used for this"
        case .extendedKeyUsageForbidden: return "is not meant for this purpose" + purpose
        case .revoked: return "has been revoked by its issuer"
        case .weakKey: return "has a key of " + String(found) + " bits, and " + String(limit) + " are the least"
        case .weakDigest: return "is signed over a broken hash (" + identifier + ")"
        case .unsupportedAlgorithm: return "needs an algorithm that this library lacks: " + identifier
        case .policyViolation: return "has no certificate policy that is acceptable"
        case .noAnchors: return "cannot be judged, for there are no anchors"
        case .noCertificate: return "has no certificate"
        case .revocationUnknown: return "is of unknown revocation status"
        case .contradictoryPolicy: return "was judged by a policy that contradicts itself"
        case .noEvaluator: return "is of a host that has no evaluator, and every host must have one"
        default: return "could not be judged"
        }
    }

    /// What a person can do about it; nil when there is nothing but to find out what is wrong with the server.
    public var advice: String? {
        switch code {
        case .expired: return "have the server's operator renew the certificate; check this machine's clock"
        case .notYetValid:
            return "check this machine's clock; a board without one can be given a floor date"
        case .unknownIssuer:
            return isSelfSigned
                ? "give this certificate as an anchor (--ca) if it is known to be the right one"
                : "give the issuer's certificate as an anchor (--ca), or have the server send its intermediates"
        case .identifierMismatch: return "connect by one of the names that the certificate has"
        case .noAnchors:
            return "install the ca-certificates package, or give anchors of your own (--ca); there were none in "
                + SystemAnchors.searchedPaths.joined(separator: ", ")
        case .weakKey, .weakDigest: return "have the server's operator replace the certificate"
        case .extendedKeyUsageForbidden: return "have the certificate issued for TLS servers (serverAuth)"
        default: return nil
        }
    }

    private var identifier: String {
        guard let objectIdentifier else { return "unknown" }
        return objectIdentifier.extensionName
    }

    private var purpose: String { objectIdentifier.map { " (" + $0.text + ")" } ?? "" }

    private func date(_ moment: UnixTime?) -> String { moment?.text ?? "an unknown date" }

    /// What the leaf does name.
    private static func names(in trust: borrowing ServerTrust) -> String {
        guard let leaf = trust.certificate(at: 0) else { return "" }
        var list: [String] = []
        var remaining = leaf.subjectAlternativeNames
        while let name = remaining.next() { list.append(name.text(in: leaf.der)) }
        if list.isEmpty { return ": it names none, and a common name does not count" }
        return ": it names " + list.joined(separator: ", ")
    }

    private func missingIssuer(in trust: borrowing ServerTrust) -> String? {
        guard !isSelfSigned, let index = certificate.chainIndex, let last = trust.certificate(at: index) else {
            return nil
        }
        return last.issuer.text
    }
}

extension TrustError.Code {
    /// The check's name, as it is written in Swift.
    public var name: String {
        switch self {
        case .expired: "expired"
        case .notYetValid: "notYetValid"
        case .unknownIssuer: "unknownIssuer"
        case .identifierMismatch: "identifierMismatch"
        case .invalidSignature: "invalidSignature"
        case .nameConstraintViolation: "nameConstraintViolation"
        case .malformed: "malformed"
        case .budgetExhausted: "budgetExhausted"
        case .pinMismatch: "pinMismatch"
        case .pathLengthExceeded: "pathLengthExceeded"
        case .unknownCriticalExtension: "unknownCriticalExtension"
        case .keyUsageForbidden: "keyUsageForbidden"
        case .extendedKeyUsageForbidden: "extendedKeyUsageForbidden"
        case .revoked: "revoked"
        case .weakKey: "weakKey"
        case .weakDigest: "weakDigest"
        case .unsupportedAlgorithm: "unsupportedAlgorithm"
        case .policyViolation: "policyViolation"
        case .noAnchors: "noAnchors"
        case .noCertificate: "noCertificate"
        case .revocationUnknown: "revocationUnknown"
        case .contradictoryPolicy: "contradictoryPolicy"
        case .noEvaluator: "noEvaluator"
        default: "internalFailure"
        }
    }
}
