internal import CCountersign

/// A new private key, unencrypted DER: SEC1 for curves, PKCS #1 for RSA. `type` is a curve's or a modulus' size: 256,
/// 384, 2048, 3072, 4096. RSA takes seconds. Allocates in the library.
package func generateKey(type: UInt32) throws(ShimError) -> SecretBytes {
    var key = SecretBytes(count: Int(CCOUNTERSIGN_GENERATED_KEY_LIMIT))
    guard !key.isEmpty else { throw ShimError(.outOfMemory) }
    var count = 0
    var output = key.mutableSpan
    let code = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe ccountersign_generate_key(ccountersign_key_type(type), output.baseAddress, output.count, &count)
    }
    guard code == CCOUNTERSIGN_OK else { throw ShimError(code) }
    key.truncate(to: count)
    return key
}

/// Most bytes of any signature that `sign` makes.
package var signatureLimit: Int { Int(CCOUNTERSIGN_SIGNATURE_LIMIT) }

/// Signs `message` with a private key (unencrypted DER), into the front of `signature`; returns the signature's length.
/// RSASSA-PKCS1-v1_5 or, for curves, ECDSA. One private-key operation, which allocates in the library.
package func sign(
    _ message: Span<UInt8>, _ hash: HashAlgorithm, privateKey: Span<UInt8>, into signature: inout MutableSpan<UInt8>
) throws(ShimError) -> Int {
    var count = 0
    let code = unsafe signature.withUnsafeMutableBufferPointer { signature in
        unsafe message.withUnsafeBufferPointer { message in
            unsafe privateKey.withUnsafeBufferPointer { key in
                unsafe ccountersign_sign(
                    ccountersign_hash(hash.rawValue), ccountersign_bytes(key), ccountersign_bytes(message),
                    signature.baseAddress, signature.count, &count)
            }
        }
    }
    guard code == CCOUNTERSIGN_OK else { throw ShimError(code) }
    return count
}
