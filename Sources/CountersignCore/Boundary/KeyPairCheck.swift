internal import CCountersign

/// What the library says of a certificate and a private key.
package enum KeyPairVerdict: Equatable, Sendable {
    /// The key is the certificate's, and its numbers fit together.
    case matches
    /// It isn't, or its numbers contradict each other.
    case mismatch
    /// The library can't read one of the two, so it can't tell.
    case unknown
}

/// Checks a private key (unencrypted DER) against a certificate, its private numbers too: for RSA and for elliptic
/// curves, one private-key operation's time.
package func checkKeyPair(certificate: Span<UInt8>, privateKey: Span<UInt8>) -> KeyPairVerdict {
    let size = ccountersign_credential_size()
    guard let memory = unsafe ccountersign_allocate(size) else { return .unknown }
    let credential = OpaquePointer(memory)
    unsafe ccountersign_credential_init(credential)
    defer {
        unsafe ccountersign_credential_free(credential)
        unsafe ccountersign_release(memory, size)
    }
    let added = unsafe certificate.withUnsafeBufferPointer { bytes in
        unsafe ccountersign_credential_add_certificate(credential, ccountersign_bytes(bytes))
    }
    guard added == CCOUNTERSIGN_OK else { return .unknown }
    let set = unsafe privateKey.withUnsafeBufferPointer { bytes in
        unsafe ccountersign_credential_set_key(credential, ccountersign_bytes(bytes))
    }
    switch set {
    case CCOUNTERSIGN_OK: return .matches
    case CCOUNTERSIGN_KEY_MISMATCH, CCOUNTERSIGN_KEY_MALFORMED: return .mismatch
    default: return .unknown
    }
}
