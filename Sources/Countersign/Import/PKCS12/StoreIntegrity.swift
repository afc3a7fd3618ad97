/// Whether a store's contents are known to be what was written with the passphrase.
public enum StoreIntegrity: Equatable, Sendable {
    /// There is no MAC: anybody may have changed the file.
    case absent
    /// The MAC verified, with this algorithm: `HMAC-SHA-256`, `PBMAC1 (…)`.
    case verified(algorithm: String, iterations: UInt64)
}
