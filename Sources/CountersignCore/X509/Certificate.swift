/// An X.509 certificate (RFC 5280 §4.1) over bytes that somebody else owns.
///
/// Reading one checks its encoding and nothing else: that it parses says nothing about trust. Linear in the size of
/// the certificate, without allocation. Counterpart: SecCertificate.
public struct Certificate: ~Escapable {
    /// The DER, of exactly this certificate.
    public let der: Span<UInt8>
    package let fields: CertificateFields

    /// Reads one certificate that fills `der`.
    ///
    /// Throws a `DERError` for bytes that are not strict DER, and for contents that RFC 5280 rules out in every
    /// certificate: a repeated extension, an extension in a version 1 certificate, a malformed known extension.
    /// Counterpart: SecCertificateCreateWithData.
    @_lifetime(copy der)
    public init(_ der: Span<UInt8>) throws(DERError) {
        self.fields = try CertificateFields(der)
        self.der = der
    }

    /// Joins fields with the bytes they were read from.
    @_lifetime(copy der)
    package init(der: Span<UInt8>, fields: CertificateFields) {
        self.der = der
        self.fields = fields
    }

    /// 1, 2 or 3.
    public var version: Int { Int(fields.version) }

    /// The contents of the serial number's INTEGER, big-endian, two's complement.
    public var serialNumber: Span<UInt8> {
        @_lifetime(copy self)
        get { der.extracting(fields.serialNumber) }
    }

    public var subject: DistinguishedName {
        @_lifetime(copy self)
        get { DistinguishedName(in: der, contents: fields.subject) }
    }

    public var issuer: DistinguishedName {
        @_lifetime(copy self)
        get { DistinguishedName(in: der, contents: fields.issuer) }
    }

    /// The first second in which it is valid.
    public var notBefore: UnixTime { fields.notBefore }

    /// The last second in which it is valid.
    public var notAfter: UnixTime { fields.notAfter }

    public var signatureAlgorithm: SignatureAlgorithm { fields.signatureAlgorithm }

    public var publicKey: PublicKeyInfo { fields.publicKey }

    /// The DER SubjectPublicKeyInfo: what RFC 7469 pins are made from.
    public var publicKeyInfo: Span<UInt8> {
        @_lifetime(copy self)
        get { der.extracting(fields.publicKeyInfo) }
    }

    /// The subject alternative names in order; none when there is no such extension.
    public var subjectAlternativeNames: GeneralNames {
        @_lifetime(copy self)
        get { GeneralNames(in: der, contents: fields.subjectAlternativeName) }
    }

    /// Nil when the extension is absent, which permits everything.
    public var keyUsage: KeyUsage? { fields.keyUsage }

    /// The basic constraints' cA.
    public var isAuthority: Bool { fields.isAuthority }

    /// The basic constraints' pathLenConstraint.
    public var pathLength: Int? { fields.pathLength.map { Int($0) } }

    /// Subject and issuer are the same name (RFC 5280 §6.1: self-issued). It may still be signed by another key.
    public var isSelfIssued: Bool { subject.matches(issuer) }

    /// SHA-256 of the DER.
    public var fingerprint: SHA256Digest { sha256(der) }

    /// SHA-256 of the SubjectPublicKeyInfo (RFC 7469 §2.4).
    public var publicKeyFingerprint: SHA256Digest { sha256(publicKeyInfo) }

    /// SHA-1 of the SubjectPublicKeyInfo, as old pins have it; zeros if the library lacks SHA-1.
    package var legacyPublicKeyFingerprint: InlineArray<20, UInt8> {
        MessageDigest(.sha1, of: publicKeyInfo).first20
    }

    /// The key alone, without its algorithm: the contents of the BIT STRING, as OCSP digests them.
    package var publicKeyBits: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var reader = DERReader(der, in: fields.publicKeyInfo)
            guard var info = try? reader.enter(DERTag.sequence), (try? info.next(DERTag.sequence)) != nil,
                let key = try? info.octetAlignedBitString()
            else { return der.extracting(ByteRange(start: 0, count: 0)) }
            return der.extracting(key)
        }
    }

    @_lifetime(copy self)
    package func bytes(_ range: ByteRange) -> Span<UInt8> { der.extracting(range) }
}
