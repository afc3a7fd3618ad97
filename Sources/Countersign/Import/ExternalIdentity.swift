/// An identity whose private key is not in this process: in a secure element, a TPM, a smart card, or behind a service.
///
/// mbedTLS can do this with RSA keys in TLS 1.2 only. `init` refuses other keys; in TLS 1.3 answering with it ends the
/// handshake with `.unsupported` before anything of it is sent, and `ProtectionSpace.accepts(_:)` is false, so that a choice
/// among several passes it over. To be safe, set the configuration's `maximumVersion` to `.tls12`.
///
/// Counterpart: a SecIdentity whose SecKey is in the Secure Enclave or on a token.
public final class ExternalIdentity: ClientIdentity, CustomStringConvertible {
    /// DER, leaf first.
    public let certificates: [[UInt8]]
    private let prepared: PreparedCredential

    /// An identity from certificates in DER, the key's own first, the others in any order, and a closure that signs.
    ///
    /// The closure is called in a handshake, on the thread that shakes hands, which waits for it; the time it takes counts
    /// towards the deadline. It returns the signature, or nil when there is none to be had. That, and a signature that the
    /// certificate's key does not verify, end the handshake with `.credentialRefused`.
    ///
    /// Throws `noCertificate`, `malformed`, and `unsupportedAlgorithm` when the key is not RSA or mbedTLS cannot read a
    /// certificate.
    public init(
        certificates: [[UInt8]], sign: @escaping @Sendable (borrowing SignatureRequest) -> [UInt8]?
    ) throws(ImportError) {
        var candidates: [StoredCertificate] = []
        for der in certificates { candidates.append(try StoredCertificate(der)) }
        guard let leaf = candidates.first else {
            throw ImportError(.noCertificate, "an external key without any certificate")
        }
        var chain = [leaf.der]
        for certificate in ChainOrder.path(from: leaf, among: candidates) where !certificate.isSelfIssued {
            chain.append(certificate.der)
        }
        self.certificates = chain
        do throws(ShimError) {
            prepared = try PreparedCredential(certificates: chain, signer: ClosureSigner(sign))
        } catch {
            throw ImportError(.unsupportedAlgorithm, "mbedTLS takes external keys only if they are RSA")
        }
    }

    public var credential: CredentialHandle? { prepared.credential }

    public var description: String { "(identity: external RSA key, \(certificates.count) certificates)" }
}

private final class ClosureSigner: KeySigner {
    private let closure: @Sendable (borrowing SignatureRequest) -> [UInt8]?

    init(_ closure: @escaping @Sendable (borrowing SignatureRequest) -> [UInt8]?) {
        self.closure = closure
    }

    func sign(_ digest: Span<UInt8>, _ hash: HashAlgorithm, into signature: inout MutableSpan<UInt8>) -> Bool {
        let request = SignatureRequest(hash: hash, digest: digest, signatureCount: signature.count)
        guard let made = closure(request), made.count == signature.count else { return false }
        for index in signature.indices { signature[index] = made[index] }
        return true
    }
}
