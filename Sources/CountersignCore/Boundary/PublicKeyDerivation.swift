internal import CCountersign

/// What came of asking the library for the public half of a private key.
package enum PublicKeyDerivation: Equatable, Sendable {
    /// The SubjectPublicKeyInfo has this many bytes.
    case derived(Int)
    /// The key cannot be read, or its parts contradict each other.
    case malformed
    /// This mbedTLS lacks the key type or curve.
    case unsupported
    /// Out of memory, or the key is larger than the room given.
    case failed
}

/// The DER SubjectPublicKeyInfo of an unencrypted private key (PKCS#8, SEC1 or PKCS#1 DER), into the front of `output`.
package func derivePublicKeyInfo(
    ofPrivateKey key: Span<UInt8>, into output: inout MutableSpan<UInt8>
) -> PublicKeyDerivation {
    var count = 0
    let code = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe key.withUnsafeBufferPointer { key in
            unsafe ccountersign_public_key_of(ccountersign_bytes(key), output.baseAddress, output.count, &count)
        }
    }
    switch code {
    case CCOUNTERSIGN_OK: return .derived(count)
    case CCOUNTERSIGN_KEY_MALFORMED: return .malformed
    case CCOUNTERSIGN_UNSUPPORTED: return .unsupported
    default: return .failed
    }
}
