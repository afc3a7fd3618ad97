/// A certificate in words, for logs and tools: everything is copied out, so it can be kept. Making one allocates.
///
/// Counterpart: SecCertificateCopyValues.
public struct CertificateSummary: Sendable {
    /// The names in RFC 4514's order of writing, such as "CN=device.example,O=Example".
    public let subject: String
    public let issuer: String
    /// The serial number's bytes in hexadecimal.
    public let serialNumber: String
    public let notBefore: UnixTime
    public let notAfter: UnixTime
    /// Subject alternative names with their kind in front, such as "DNS device.example" and "IP 192.0.2.1".
    public let names: [String]
    /// Such as "ECDSA P-256" and "RSA 2048".
    public let key: String
    /// Such as "ecdsa-with-SHA256"; the dotted number where it has no name here.
    public let signatureAlgorithm: String
    public let isAuthority: Bool
    public let isSelfIssued: Bool
    /// The pin of the key, `sha256/` and base64 (RFC 7469 §2.4).
    public let pin: String
    /// SHA-256 of the certificate in hexadecimal.
    public let fingerprint: String

    public init(_ certificate: borrowing Certificate) {
        subject = certificate.subject.text
        issuer = certificate.issuer.text
        serialNumber = Hexadecimal.text(certificate.serialNumber)
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
        var list: [String] = []
        var remaining = certificate.subjectAlternativeNames
        while let name = remaining.next() { list.append(name.text(in: certificate.der)) }
        names = list
        key = certificate.publicKey.text
        signatureAlgorithm = certificate.signatureAlgorithm.text
        isAuthority = certificate.isAuthority
        isSelfIssued = certificate.isSelfIssued
        let pinned = certificate.publicKeyFingerprint
        pin = "sha256/" + String(decoding: base64Encoded(pinned.span), as: UTF8.self)
        let whole = certificate.fingerprint
        fingerprint = Hexadecimal.text(whole.span)
    }
}
