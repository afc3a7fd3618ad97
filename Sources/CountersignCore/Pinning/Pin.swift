/// A public key or a certificate that a host is expected to have on its path, named by its digest.
///
/// A value of fixed size. `Pin+Text` in the façade reads and writes the text forms. Counterpart: a pin of RFC 7469 §2.4,
/// an element of TrustKit's kTSKPublicKeyHashes, OkHttp's CertificatePinner.Pin.
public struct Pin: Equatable, Hashable, Sendable {
    /// What the digest is of.
    public enum Kind: UInt8, Sendable {
        /// SHA-256 of the SubjectPublicKeyInfo in DER, whatever the key (RFC 7469 §2.4). It survives a renewal of the
        /// certificate with the same key.
        case publicKey = 0
        /// SHA-256 of the whole certificate in DER. It ends with the certificate.
        case certificate = 1
        /// SHA-1 of the SubjectPublicKeyInfo, as old lists of OkHttp have it. Never made unless asked for.
        case legacyPublicKey = 2
    }

    public let kind: Kind
    /// 32 octets; of a legacy pin the first 20, the rest being 0.
    public let digest: SHA256Digest

    /// A public key, by the SHA-256 of its SubjectPublicKeyInfo.
    public init(sha256: SHA256Digest) {
        kind = .publicKey
        digest = sha256
    }

    /// A certificate, by its SHA-256.
    public init(certificateSHA256: SHA256Digest) {
        kind = .certificate
        digest = certificateSHA256
    }

    /// A public key, by the SHA-1 of its SubjectPublicKeyInfo. Only lists that already exist are a reason to use one.
    public init(legacySHA1: InlineArray<20, UInt8>) {
        var digest = SHA256Digest(repeating: 0)
        for index in 0..<20 { digest[index] = legacySHA1[index] }
        kind = .legacyPublicKey
        self.digest = digest
    }

    /// The pin of a certificate's public key.
    public init(publicKeyOf certificate: Certificate) {
        self.init(sha256: certificate.publicKeyFingerprint)
    }

    /// The pin of one certificate and no other.
    public init(certificate: Certificate) {
        self.init(certificateSHA256: certificate.fingerprint)
    }

    public static func == (left: Pin, right: Pin) -> Bool {
        left.kind == right.kind && left.digest.span.isEqual(to: right.digest.span)
    }

    /// The digest is as random as a hash can be, so its beginning will do.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind.rawValue)
        for index in 0..<8 { hasher.combine(digest[index]) }
    }

    /// The order in which an index keeps its pins.
    package static func precedes(_ left: Pin, _ right: Pin) -> Bool {
        guard left.kind == right.kind else { return left.kind.rawValue < right.kind.rawValue }
        for index in 0..<32 where left.digest[index] != right.digest[index] {
            return left.digest[index] < right.digest[index]
        }
        return false
    }
}
