/// Remembers paths that passed an evaluation, by a digest of everything that the evaluation depends on but the date.
///
/// `VerifiedPathCache` is the one that people use; the core only asks it. Any thread may call it.
public protocol PathMemory: AnyObject, Sendable {
    /// The path that is remembered for a key.
    func path(for key: SHA256Digest) -> CertificationPath?

    /// Remembers a path; whoever is full forgets another.
    func remember(_ path: CertificationPath, for key: SHA256Digest)
}

/// SHA-256 over parts of any length: each is digested, and the digests are chained, so that no two lists of parts look the
/// same and nothing has to be gathered in one place.
struct ChainedDigest {
    private(set) var value = SHA256Digest(repeating: 0)

    mutating func add(_ part: Span<UInt8>) {
        let digest = sha256(part)
        var both = InlineArray<64, UInt8>(repeating: 0)
        for index in 0..<32 {
            both[index] = value[index]
            both[32 + index] = digest[index]
        }
        value = sha256(both.span)
    }
}
