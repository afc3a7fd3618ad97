internal import CCountersign

/// The block ciphers of the library that key stores use, in CBC mode.
package enum BlockCipher: UInt32, Sendable {
    case aes = 1
    case tripleDES = 2
    case des = 3

    package var blockSize: Int { self == .aes ? 16 : 8 }
}

/// Runs CBC over whole blocks; padding is the caller's. False when a length doesn't suit the cipher or the library
/// lacks it: `output` then means nothing. `output` needs room for the input. Linear in the input.
package func runCBC(
    _ cipher: BlockCipher, encrypt: Bool, key: Span<UInt8>, iv: Span<UInt8>, input: Span<UInt8>,
    output: inout MutableSpan<UInt8>
) -> Bool {
    guard output.count >= input.count, iv.count == cipher.blockSize, input.count % cipher.blockSize == 0 else {
        return false
    }
    let code = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe key.withUnsafeBufferPointer { key in
            unsafe iv.withUnsafeBufferPointer { iv in
                unsafe input.withUnsafeBufferPointer { input in
                    unsafe ccountersign_cbc(
                        ccountersign_cipher(cipher.rawValue), encrypt ? 1 : 0, ccountersign_bytes(key),
                        ccountersign_bytes(iv), ccountersign_bytes(input), output.baseAddress)
                }
            }
        }
    }
    return code == CCOUNTERSIGN_OK
}
