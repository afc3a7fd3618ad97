/// A path from the peer's certificate to an anchor that passed every check of an evaluation.
///
/// Only a successful evaluation makes one, so whoever holds a path holds the proof: pins are matched against it, never
/// against what a peer merely sent. It keeps fingerprints instead of bytes and stays meaningful when the bytes are
/// gone. Fixed size, about 1.5 KB. Counterpart: SecTrustCopyCertificateChain.
public struct CertificationPath: Sendable {
    /// The longest path there is, both ends included. mbedTLS stops at 10, real ones have 5 at most.
    public static var capacity: Int { 16 }

    /// One certificate of the path.
    public struct Entry: Sendable {
        /// In the chain as given, or the anchor.
        public package(set) var position = CertificatePosition.none
        /// SHA-256 of the SubjectPublicKeyInfo (RFC 7469 §2.4).
        public package(set) var publicKeyFingerprint = SHA256Digest(repeating: 0)
        /// SHA-256 of the certificate.
        public package(set) var fingerprint = SHA256Digest(repeating: 0)
        /// SHA-1 of the SubjectPublicKeyInfo, where the trust was told to make them for old pins; else zeros.
        package var legacyPublicKeyFingerprint = InlineArray<20, UInt8>(repeating: 0)

        package init() {}
    }

    private var entries = InlineArray<16, Entry>(repeating: Entry())
    /// How many certificates it has, at least 1.
    public private(set) var count = 0
    /// The earliest notAfter on the path: until then the verdict can be remembered.
    public private(set) var validUntil = UnixTime(seconds: .max)
    /// The latest notBefore on the path.
    public private(set) var validSince = UnixTime(seconds: .min)
    /// It is accepted because of the caller's exception, and consists of the excepted certificate alone.
    public internal(set) var isException = false

    /// Whether its keys were digested with SHA-1 too.
    package private(set) var hasLegacyFingerprints = false

    init() {}

    /// One certificate, the peer's own being 0 and the anchor the last; nil when `index` is out of range.
    public subscript(_ index: Int) -> Entry? {
        index >= 0 && index < count ? entries[index] : nil
    }

    mutating func append(
        _ certificate: Certificate, at position: CertificatePosition, _ fingerprints: PathFingerprints
    ) {
        guard count < CertificationPath.capacity else { return }
        entries[count].position = position
        if fingerprints != .none {
            entries[count].publicKeyFingerprint = certificate.publicKeyFingerprint
            entries[count].fingerprint = certificate.fingerprint
        }
        if fingerprints == .withLegacy {
            hasLegacyFingerprints = true
            entries[count].legacyPublicKeyFingerprint = certificate.legacyPublicKeyFingerprint
        }
        count += 1
        validUntil = min(validUntil, certificate.notAfter)
        validSince = max(validSince, certificate.notBefore)
    }

    /// A path that an earlier evaluation made, without its certificates yet: for what keeps paths.
    package init(validSince: UnixTime, validUntil: UnixTime, hasLegacyFingerprints: Bool) {
        self.validSince = validSince
        self.validUntil = validUntil
        self.hasLegacyFingerprints = hasLegacyFingerprints
    }

    /// The next certificate of such a path.
    package mutating func restore(_ entry: Entry) {
        guard count < CertificationPath.capacity else { return }
        entries[count] = entry
        count += 1
    }

    /// Whether all its certificates are within their dates.
    package func isValid(at date: UnixTime) -> Bool {
        count > 0 && validSince <= date && date <= validUntil
    }
}
