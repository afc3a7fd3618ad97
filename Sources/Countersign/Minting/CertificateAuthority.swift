/// A certificate and key that issue certificates.
///
/// For own devices and for tests. It keeps no register of what it issued, revokes nothing, and applies no name
/// constraints: whoever holds the key is the policy.
///
/// Counterpart: none on Apple's systems; `openssl ca`, `openssl x509 -CA`.
public final class CertificateAuthority: Sendable {
    /// DER.
    public let certificate: [UInt8]
    public let privateKey: PrivateKey
    /// The last second in which it is valid.
    public let notAfter: UnixTime

    let signer: CertificateSigner
    /// The Name in DER.
    let subject: [UInt8]
    let keyID: [UInt8]
    let pathLength: Int?

    /// An authority from its certificate and key. Throws `malformed`, `issuerKeyMismatch`, `unsupportedKey`, and
    /// `issuerNotAuthorized` for a certificate that may not issue others.
    @export(interface)
    public init(certificate: [UInt8], privateKey: PrivateKey) throws(MintingError) {
        let facts = try IssuerFacts(certificate)
        guard facts.isAuthority else {
            throw MintingError(.issuerNotAuthorized, facts.name + " is not an authority (basicConstraints)")
        }
        guard facts.signsCertificates else {
            throw MintingError(.issuerNotAuthorized, facts.name + " may not sign certificates (keyUsage)")
        }
        notAfter = facts.notAfter
        pathLength = facts.pathLength
        signer = try CertificateSigner(privateKey)
        do throws(ImportError) {
            let stored = try StoredCertificate(certificate)
            guard try KeyMatching.leaf(of: privateKey, among: [stored]) != nil else {
                throw ImportError(.keyMismatch, facts.name)
            }
            subject = [UInt8](certificate[stored.subject])
            if let range = stored.subjectKeyID {
                keyID = [UInt8](certificate[range])
            } else {
                keyID = CertificateTemplate.keyIdentifier(try PublicKeyFields(privateKey.publicKeyInfo))
            }
        } catch {
            guard error.code == .keyMismatch else { throw MintingError(error) }
            throw MintingError(.issuerKeyMismatch, "the private key is not that of " + facts.name)
        }
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// A new root: an authority that issued its own certificate, with `privateKey`. `template` must be an authority's.
    /// Throws `invalidTemplate`, `unsupportedKey`, `systemFailure`.
    @export(interface)
    public static func selfSigned(
        _ template: CertificateTemplate, with privateKey: PrivateKey
    ) throws(MintingError) -> CertificateAuthority {
        guard template.isAuthority else { throw MintingError(.invalidTemplate, "it isn't an authority's") }
        return try CertificateAuthority(
            certificate: try template.selfSigned(with: privateKey), privateKey: privateKey)
    }

    /// A certificate for the holder of a key (DER SubjectPublicKeyInfo), in DER.
    ///
    /// Throws `invalidTemplate`, `validityExceedsIssuer`, `issuerNotAuthorized` when the path length permits no authority
    /// below, or none so long, `malformed` for a key that is none, `systemFailure`. One signature's time.
    @export(interface)
    public func issue(
        _ template: CertificateTemplate, publicKeyInfo: [UInt8]
    ) throws(MintingError) -> [UInt8] {
        try template.validate()
        guard template.notAfter <= notAfter else {
            throw MintingError(
                .validityExceedsIssuer,
                "it would end on " + template.notAfter.text + ", after its issuer's " + notAfter.text)
        }
        if template.isAuthority, let pathLength {
            guard pathLength > 0 else {
                throw MintingError(.issuerNotAuthorized, "the issuer's path length, 0, permits no authority below it")
            }
            guard (template.pathLength ?? .max) < pathLength else {
                throw MintingError(
                    .issuerNotAuthorized, "the path length must be below the issuer's, " + String(pathLength))
            }
        }
        var writer = DERWriter(capacity: 700)
        template.writeSubject(&writer)
        guard writer.finish().copied() != subject else {
            // Such a certificate would look like a root (RFC 5280 §6.1: self-issued).
            throw MintingError(.invalidTemplate, "it has its issuer's name")
        }
        let issuance = CertificateTemplate.Issuance(
            issuer: subject, authorityKeyID: keyID, serialNumber: try CertificateTemplate.randomSerialNumber(),
            signatureAlgorithm: signer.algorithm)
        return try signer.certificate(try template.encoded(issuance, publicKeyInfo: publicKeyInfo))
    }
}

/// What an issuer's certificate permits it.
private struct IssuerFacts {
    let name: String
    let isAuthority: Bool
    let signsCertificates: Bool
    let notAfter: UnixTime
    let pathLength: Int?

    init(_ der: [UInt8]) throws(MintingError) {
        do throws(DERError) {
            let certificate = try Certificate(der.span)
            name = "'" + certificate.subject.text + "'"
            isAuthority = certificate.isAuthority
            signsCertificates = certificate.keyUsage?.contains(.keyCertSign) ?? true
            notAfter = certificate.notAfter
            pathLength = certificate.pathLength
        } catch {
            throw MintingError(.malformed, "the issuer's certificate, at byte " + String(error.offset))
        }
    }
}
