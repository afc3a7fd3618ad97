/// The identities of a PKCS #12 file (.p12, .pfx; RFC 7292), in DER or BER.
///
/// One item for each private key; of a store without keys, one item whose anchors are its certificates. An item whose
/// key has no certificate has no identity and says why. `passphrase` nil is "no passphrase", `""` the empty one; for
/// either, both of the encodings that writers use are tried.
///
/// Throws `wrongPassphrase`, `passphraseNeeded`, `unsupportedAlgorithm` (the detail names it; public-key modes too),
/// `integrityAbsent` (only when the options require a MAC), `workLimitExceeded`, `malformed`. Time is that of the
/// iterations the file asks for, within `ImportOptions.iterationLimit`.
///
/// Counterpart: SecPKCS12Import.
public func importPKCS12(
    _ file: [UInt8], passphrase: Passphrase?, options: ImportOptions = ImportOptions()
) throws(ImportError) -> [ImportedItem] {
    try PKCS12Store(file, passphrase: passphrase, options: options).items
}

extension Identity {
    /// The one identity of a PKCS #12 file, or the one with a label.
    ///
    /// Throws what `importPKCS12` throws, and `noPrivateKey`, `noCertificate` or `keyMismatch` when the store forms no
    /// identity, `multipleIdentities` when it forms several that `label` doesn't tell apart.
    public static func importing(
        pkcs12 file: [UInt8], passphrase: Passphrase?, label: String? = nil, options: ImportOptions = ImportOptions()
    ) throws(ImportError) -> Identity {
        let items = try importPKCS12(file, passphrase: passphrase, options: options)
        var found: Identity?
        var count = 0
        for item in items {
            guard let identity = item.identity else { continue }
            if let label, !sameBytes(label, item.label ?? "") { continue }
            count += 1
            found = identity
        }
        guard count <= 1 else { throw ImportError(.multipleIdentities, "the store forms \(count) identities") }
        if let found { return found }
        for item in items {
            if let obstacle = item.obstacle { throw obstacle }
        }
        throw ImportError(.noPrivateKey, label == nil ? "the store is empty" : "no identity has the label")
    }
}
