/// What an external key is asked to sign: a digest, with RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
///
/// Counterpart: the arguments of SecKeyCreateSignature.
public struct SignatureRequest: ~Escapable {
    /// The hash function that made the digest: SHA-256 or SHA-384.
    public let hash: HashAlgorithm

    /// The digest, for devices that know the hash (CKM_SHA256_RSA_PKCS over a digest, TPM2_Sign, `openssl pkeyutl`).
    public let digest: Span<UInt8>

    /// How many bytes the signature must have: those of the modulus.
    public let signatureCount: Int

    @_lifetime(copy digest)
    init(hash: HashAlgorithm, digest: Span<UInt8>, signatureCount: Int) {
        self.hash = hash
        self.digest = digest
        self.signatureCount = signatureCount
    }

    /// The DER DigestInfo (RFC 8017 §9.2 step 2), for devices that only pad and exponentiate (CKM_RSA_PKCS).
    public var digestInfo: [UInt8] {
        // 2.16.840.1.101.3.4.2: .1 is SHA-256, .2 SHA-384, .3 SHA-512.
        let last: UInt8 = hash == .sha256 ? 1 : hash == .sha384 ? 2 : 3
        let length = UInt8(truncatingIfNeeded: digest.count)
        var info: [UInt8] = [0x30, 17 + length, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]
        info += [last, 0x05, 0x00, 0x04, length]
        for index in digest.indices { info.append(digest[index]) }
        return info
    }
}
