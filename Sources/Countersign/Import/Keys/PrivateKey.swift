/// A private key, unencrypted in memory that is wiped when the last reference goes. It never prints its bytes.
///
/// Making one derives its public key, so a `PrivateKey` is one that the library could compute with, and its public key
/// is that of its private numbers, not one that the file claims.
///
/// Counterpart: SecKey, SecItemImport.
public final class PrivateKey: Sendable, CustomStringConvertible {
    private let der: SecretBytes
    /// DER SubjectPublicKeyInfo of the public half: what a certificate must hold to belong to this key.
    public let publicKeyInfo: [UInt8]
    /// `RSA`, `EC`, `DSA`, …
    public let algorithmName: String

    /// A key from the bytes of a file: PEM or DER; PKCS #8, plain or encrypted (RFC 5208, RFC 8018), SEC1 (RFC 5915),
    /// PKCS #1 (RFC 8017) or OpenSSL's traditional encrypted PEM. Told by content. Of a PEM file, the first private key
    /// is taken.
    ///
    /// Throws `passphraseNeeded`, `wrongPassphrase`, `noPrivateKey` (a file of something else), `unsupportedAlgorithm`,
    /// `workLimitExceeded`, `malformed`.
    @export(interface)
    public convenience init(
        _ file: [UInt8], passphrase: Passphrase? = nil, options: ImportOptions = ImportOptions()
    ) throws(ImportError) {
        guard file.count <= options.sizeLimit else {
            throw ImportError(.workLimitExceeded, "\(file.count) bytes, more than \(options.sizeLimit)")
        }
        var unlocker = Unlocker(passphrase, options)
        try self.init(try KeyFile.read(file.span, &unlocker))
    }

    /// A key that has been read. Throws `malformed` when its numbers contradict each other, `unsupportedAlgorithm` when
    /// nothing here can compute its public half.
    init(_ material: borrowing KeyMaterial) throws(ImportError) {
        let library = material.libraryForm()
        publicKeyInfo = try material.derivePublicKeyInfo(library)
        algorithmName = material.displayName
        der = library
    }

    public var description: String { "(\(algorithmName) private key)" }

    /// Lends the key as DER that mbedTLS reads: PKCS #8, unencrypted.
    package func withDER<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(der)
    }
}
