/// What a store holds around one private key; or, of a store without keys, its certificates.
///
/// Counterpart: the dictionaries of SecPKCS12Import (kSecImportItemIdentity, kSecImportItemCertChain,
/// kSecImportItemTrust, kSecImportItemLabel, kSecImportItemKeyID).
public struct ImportedItem: Sendable {
    /// Nil when key and certificate aren't both there and belong together; `obstacle` says why.
    public let identity: Identity?
    /// The key, also when no certificate belongs to it.
    public let privateKey: PrivateKey?
    /// DER: the leaf, then its issuers as far as the store has them, a root too. Built from names and keys, not from
    /// the order in the file. Empty without an identity.
    public let certificateChain: [[UInt8]]
    /// DER: the store's roots, and certificates that lead to no key of it. What a program may choose to trust.
    public let anchors: [[UInt8]]
    /// friendlyName of the key, else of the leaf.
    public let label: String?
    /// localKeyID of the key, else of the leaf.
    public let keyID: [UInt8]?
    /// Why there is no identity: `noPrivateKey`, `noCertificate` or `keyMismatch`.
    public let obstacle: ImportError?
}
