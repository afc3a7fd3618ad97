/// Signs what a certificate says.
struct CertificateSigner {
    private let key: PrivateKey
    private let hash: HashAlgorithm
    /// AlgorithmIdentifier, in DER.
    let algorithm: [UInt8]

    /// Picks the signature algorithm that suits the key: SHA-256 with RSA and P-256, and on larger curves the hash of
    /// their size. Throws `unsupportedKey`.
    init(_ key: PrivateKey) throws(MintingError) {
        let fields: PublicKeyFields
        do throws(ImportError) { fields = try PublicKeyFields(key.publicKeyInfo) } catch { throw MintingError(error) }
        let identifier: ObjectID
        switch (fields.algorithm, fields.parameters) {
        case (.rsaEncryption, _): (hash, identifier) = (.sha256, .pkcs(1, 11))
        case (.ecPublicKey, CertificateSigner.p256): (hash, identifier) = (.sha256, .ecdsa(2))
        case (.ecPublicKey, CertificateSigner.p384): (hash, identifier) = (.sha384, .ecdsa(3))
        case (.ecPublicKey, CertificateSigner.p521): (hash, identifier) = (.sha512, .ecdsa(4))
        default:
            throw MintingError(.unsupportedKey, "certificates are signed with RSA, P-256, P-384 and P-521 keys here")
        }
        self.key = key
        var writer = DERWriter(capacity: 32)
        // RFC 4055 §5 wants NULL there, RFC 5758 §3.2 nothing.
        writer.algorithm(identifier, hasNull: fields.algorithm == .rsaEncryption)
        algorithm = writer.finish().copied()
    }

    /// Certificate (RFC 5280 §4.1) around a TBSCertificate.
    func certificate(_ toBeSigned: [UInt8]) throws(MintingError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: signatureLimit)
        var output = signature.mutableSpan
        let count: Int
        do throws(ShimError) {
            count = try key.withDER { (der) throws(ShimError) in
                try sign(toBeSigned.span, hash, privateKey: der.span, into: &output)
            }
        } catch {
            throw MintingError(error)
        }
        var writer = DERWriter(capacity: toBeSigned.count + count + 64)
        writer.wrap(.sequence) { writer in
            writer.wrap(.bitString) { writer in
                writer.prepend(signature.span.extracting(first: count))
                writer.prepend(0)
            }
            writer.prepend(algorithm)
            writer.prepend(toBeSigned)
        }
        let der = writer.finish()
        guard !der.isEmpty else { throw MintingError(.systemFailure, "no memory for the certificate") }
        return der.copied()
    }

    private static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    private static let p384: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
    private static let p521: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]
}

extension ObjectID {
    /// ecdsa-with-SHA2 (RFC 5758 §3.2).
    static func ecdsa(_ arc: UInt8) -> ObjectID { ObjectID([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, arc]) }
}
