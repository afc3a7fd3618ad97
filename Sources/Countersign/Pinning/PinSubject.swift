/// Something that a file holds and that can be pinned: a certificate, a key, a request.
///
/// Counterpart: what `openssl x509 -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256` is asked for.
public struct PinSubject: Sendable {
    /// What it is.
    public enum Kind: UInt8, Sendable {
        case certificate = 0
        case publicKey = 1
        /// Of which only the public half is told.
        case privateKey = 2
        /// PKCS #10.
        case certificateRequest = 3

        public var name: String {
            switch self {
            case .certificate: "certificate"
            case .publicKey: "publicKey"
            case .privateKey: "privateKey"
            case .certificateRequest: "certificateRequest"
            }
        }
    }

    public let kind: Kind
    /// A certificate's or a request's subject; empty for keys.
    public let name: String
    /// Such as "ECDSA P-256".
    public let key: String
    /// What to pin.
    public let publicKeyPin: Pin
    /// For lists that know nothing better; nil where the library has no SHA-1.
    public let legacyPin: Pin?
    /// Of a certificate.
    public let certificatePin: Pin?
    public let isAuthority: Bool
    /// An authority that names itself as its issuer: nobody is above it.
    public let isRoot: Bool

    /// A certificate's.
    public init(_ certificate: borrowing Certificate) {
        kind = .certificate
        name = certificate.subject.text
        key = certificate.publicKey.text
        publicKeyPin = Pin(sha256: certificate.publicKeyFingerprint)
        legacyPin = Pin(legacySHA1: certificate.legacyPublicKeyFingerprint).unlessEmpty
        certificatePin = Pin(certificateSHA256: certificate.fingerprint)
        isAuthority = certificate.isAuthority
        isRoot = certificate.isAuthority && certificate.isSelfIssued
    }

    /// A verified path's: of an anchor nothing but its digests is kept.
    public init(anchor entry: CertificationPath.Entry) {
        kind = .certificate
        name = ""
        key = ""
        publicKeyPin = Pin(sha256: entry.publicKeyFingerprint)
        legacyPin = nil
        certificatePin = Pin(certificateSHA256: entry.fingerprint)
        isAuthority = true
        isRoot = true
    }

    /// A public key's, from its SubjectPublicKeyInfo in DER (RFC 5280 §4.1), whatever the algorithm.
    /// Throws `malformed`.
    public init(_ publicKeyInfo: [UInt8], kind: Kind = .publicKey, name: String = "") throws(ImportError) {
        let span = publicKeyInfo.span
        do throws(DERError) {
            var reader = DERReader(span)
            key = try PublicKeyInfo(&reader).text
            try reader.finish()
        } catch {
            throw ImportError(.malformed, "a malformed public key", at: Int(error.offset))
        }
        self.kind = kind
        self.name = name
        publicKeyPin = Pin(sha256: sha256(span))
        legacyPin = Pin(legacySHA1: MessageDigest(.sha1, of: span).first20).unlessEmpty
        certificatePin = nil
        isAuthority = false
        isRoot = false
    }

    /// Whether a pin is one of its.
    public func has(_ pin: Pin) -> Bool { pin == publicKeyPin || pin == certificatePin || pin == legacyPin }
}

extension Pin {
    /// Zeros stand for no digest.
    fileprivate var unlessEmpty: Pin? { digest.indices.contains { digest[$0] != 0 } ? self : nil }
}
