/// The types of private keys that are made here.
///
/// Counterpart: kSecAttrKeyType with kSecAttrKeySizeInBits.
public enum KeyType: UInt32, CaseIterable, Sendable {
    /// Elliptic curve secp256r1 (FIPS 186-5): small, quick, read by everything. What to take without a reason.
    case p256 = 256
    /// Elliptic curve secp384r1.
    case p384 = 384
    /// RSA, for peers that know nothing else. Making one takes seconds, on a small board a minute.
    case rsa2048 = 2048
    case rsa3072 = 3072
    case rsa4096 = 4096

    /// The name that the tool gives it: `p256`, `rsa2048`, …
    public var name: String {
        switch self {
        case .p256: "p256"
        case .p384: "p384"
        case .rsa2048: "rsa2048"
        case .rsa3072: "rsa3072"
        case .rsa4096: "rsa4096"
        }
    }
}
