internal import CCountersign

/// 32 bytes of SHA-256, kept inline.
public typealias SHA256Digest = InlineArray<32, UInt8>

/// SHA-256 of some bytes (FIPS 180-4). Does not allocate. Linear in the input.
public func sha256(_ bytes: Span<UInt8>) -> SHA256Digest {
    var digest = SHA256Digest(repeating: 0)
    var output = digest.mutableSpan
    let written = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe ccountersign_digest(
                CCOUNTERSIGN_SHA256, ccountersign_bytes(start: bytes.baseAddress, count: bytes.count),
                output.baseAddress, output.count)
        }
    }
    // Every mbedTLS that the shim compiles against has SHA-256 (compat.h refuses others).
    assert(written == 32)
    return digest
}
