/// How a PKCS #12 store is encrypted and authenticated.
public struct PKCS12Protection: Equatable, Sendable {
    /// PBES2 with PBKDF2 (HMAC-SHA-256) and AES-256-CBC, and a MAC with SHA-256: OpenSSL 3's structure, with 100,000
    /// iterations in place of its 2,048. Read by OpenSSL 1.1 and newer, GnuTLS, Java 8u301, iOS 16, Windows 10 1709.
    public static var modern: PKCS12Protection { PKCS12Protection(isLegacy: false, iterations: 100_000) }

    /// pbeWithSHAAnd3-KeyTripleDES-CBC and a MAC with SHA-1, for readers that know nothing else. Weak: whoever has the
    /// file tries passphrases quickly.
    public static var legacy: PKCS12Protection { PKCS12Protection(isLegacy: true, iterations: 2_048) }

    let isLegacy: Bool
    /// Of each of the three key derivations: for the key, the certificates and the MAC. At least 1; readers bound them,
    /// Java at 5 million.
    public var iterations: UInt32
}
