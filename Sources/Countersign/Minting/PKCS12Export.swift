/// A PKCS #12 store (.p12, .pfx; RFC 7292) with one private key, its certificate and the certificates above it.
///
/// `certificates` are DER, the key's own first; friendlyName goes to it and the key, and so does a localKeyID. The
/// certificates are encrypted too, as everybody does.
///
/// Throws `issuerKeyMismatch` when the first certificate isn't the key's, `invalidTemplate` without certificates,
/// `malformed`, `systemFailure`. Time is that of three key derivations.
///
/// Counterpart: SecItemExport with kSecFormatPKCS12 (macOS).
@export(interface)
public func exportPKCS12(
    privateKey: PrivateKey, certificates: [[UInt8]], passphrase: Passphrase, friendlyName: String? = nil,
    protection: PKCS12Protection = .modern
) throws(MintingError) -> [UInt8] {
    guard let own = certificates.first else { throw MintingError(.invalidTemplate, "a store without certificates") }
    do throws(ImportError) {
        guard try KeyMatching.leaf(of: privateKey, among: [try StoredCertificate(own)]) != nil else {
            throw ImportError(.keyMismatch, "")
        }
        for certificate in certificates { _ = try StoredCertificate(certificate) }
    } catch {
        guard error.code == .keyMismatch else { throw MintingError(error) }
        throw MintingError(.issuerKeyMismatch, "the first certificate is not the private key's")
    }
    let writer = PKCS12Writer(
        passphrase: passphrase, friendlyName: friendlyName, protection: protection,
        localKeyID: PKCS12Writer.localKeyID(own))
    return try writer.store(key: privateKey.pkcs8(), certificates)
}
