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
@export(interface)
public func importPKCS12(
    _ file: [UInt8], passphrase: Passphrase?, options: ImportOptions = ImportOptions()
) throws(ImportError) -> [ImportedItem] {
    try PKCS12Store(file, passphrase: passphrase, options: options).items
}
