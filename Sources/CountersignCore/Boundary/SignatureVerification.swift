internal import CCountersign

/// What came of verifying one signature.
package enum SignatureVerdict: Equatable, Sendable {
    case valid
    case invalid
    /// The key could not be read, or is not of the scheme's type.
    case keyMalformed
    /// This mbedTLS lacks the key type, curve or hash.
    case unsupported
    /// Out of memory or the like: nothing is known, so nothing may be accepted.
    case failed
}

/// Verifies a signature over `message` with the key in a DER SubjectPublicKeyInfo.
///
/// The one place where evaluation costs real time: a public-key operation of the library, which allocates there.
package func verifySignature(
    _ signature: Span<UInt8>, over message: Span<UInt8>, scheme: SignatureScheme, publicKeyInfo: Span<UInt8>
) -> SignatureVerdict {
    var kind = CCOUNTERSIGN_ECDSA
    var hash = HashAlgorithm.sha256
    var mgf1 = HashAlgorithm.sha256
    var salt: Int32 = -1
    switch scheme {
    case .rsaPKCS1(let named): (kind, hash) = (CCOUNTERSIGN_RSA_PKCS1, named)
    case .rsaPSS(let named, let mask, let length):
        (kind, hash, mgf1, salt) = (CCOUNTERSIGN_RSA_PSS, named, mask, length)
    case .ecdsa(let named): hash = named
    }
    let code = unsafe signature.withUnsafeBufferPointer { signature in
        unsafe message.withUnsafeBufferPointer { message in
            unsafe publicKeyInfo.withUnsafeBufferPointer { key in
                unsafe ccountersign_verify_signature(
                    kind, ccountersign_hash(hash.rawValue), ccountersign_hash(mgf1.rawValue), salt,
                    ccountersign_bytes(key), ccountersign_bytes(message), ccountersign_bytes(signature))
            }
        }
    }
    switch code {
    case CCOUNTERSIGN_OK: return .valid
    case CCOUNTERSIGN_SIGNATURE_INVALID: return .invalid
    case CCOUNTERSIGN_KEY_MALFORMED: return .keyMalformed
    case CCOUNTERSIGN_UNSUPPORTED: return .unsupported
    default: return .failed
    }
}
