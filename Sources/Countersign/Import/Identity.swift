/// A certificate with its private key and the intermediates that lead towards an anchor: what answers a
/// client-certificate challenge.
///
/// It can't be made from a certificate and a key that don't belong together. The chain is what goes on the wire: leaf
/// first, every certificate issued by the next, never a root, nothing twice, whatever order the file had.
///
/// Counterpart: SecIdentity.
public final class Identity: Sendable, CustomStringConvertible {
    /// DER, leaf first.
    public let certificates: [[UInt8]]
    /// Counterpart: SecIdentityCopyPrivateKey.
    public let privateKey: PrivateKey
    /// Chain and key as mbedTLS works with them; nil when it cannot.
    let prepared: PreparedCredential?

    /// The leaf's DER. Counterpart: SecIdentityCopyCertificate.
    public var certificate: [UInt8] { certificates[0] }

    /// An identity from a key and certificates in any order, of which one must belong to the key.
    ///
    /// Certificates that don't lead upwards from the leaf are left out. Throws `keyMismatch` when none belongs to the
    /// key, `noCertificate` when there is none, `malformed` for bytes that are no certificate. Quadratic in the number
    /// of certificates at worst.
    @export(interface)
    public convenience init(certificates: [[UInt8]], privateKey: PrivateKey) throws(ImportError) {
        var candidates: [StoredCertificate] = []
        for der in certificates { candidates.append(try StoredCertificate(der)) }
        guard !candidates.isEmpty else { throw ImportError(.noCertificate, "a private key without any certificate") }
        guard let leaf = try KeyMatching.leaf(of: privateKey, among: candidates) else {
            throw ImportError(.keyMismatch, "none of \(candidates.count) certificates belongs to the private key")
        }
        self.init(leaf: candidates[leaf], among: candidates, privateKey: privateKey)
    }

    /// An identity from the bytes of a certificate file and a key file: PEM or DER, told by content; they may be the
    /// same PEM file. All certificates of the file are used, wherever the leaf is among them.
    ///
    /// Throws what `importCertificates` and `PrivateKey.init` throw, and `keyMismatch`.
    @export(interface)
    public convenience init(
        certificateFile: [UInt8], keyFile: [UInt8], passphrase: Passphrase? = nil,
        options: ImportOptions = ImportOptions()
    ) throws(ImportError) {
        let key = try PrivateKey(keyFile, passphrase: passphrase, options: options)
        let certificates = try importCertificates(certificateFile)
        try self.init(certificates: certificates, privateKey: key)
    }

    /// `leaf` belongs to `privateKey`.
    init(leaf: StoredCertificate, among candidates: [StoredCertificate], privateKey: PrivateKey) {
        var chain = [leaf.der]
        for certificate in ChainOrder.path(from: leaf, among: candidates) where !certificate.isSelfIssued {
            chain.append(certificate.der)
        }
        certificates = chain
        self.privateKey = privateKey
        prepared = privateKey.withDER { key in
            do throws(ShimError) {
                return try PreparedCredential(certificates: chain, key: key.span)
            } catch {
                return nil
            }
        }
    }

    public var description: String {
        "(identity: \(privateKey.algorithmName), \(certificates.count) certificates)"
    }
}
