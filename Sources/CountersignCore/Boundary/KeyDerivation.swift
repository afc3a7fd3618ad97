internal import CCountersign

extension HashAlgorithm {
    /// Bytes of a digest.
    package var digestSize: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// Bytes that one round of the compression function takes: `v` of RFC 7292 appendix B.2.
    package var blockSize: Int {
        switch self {
        case .md5, .sha1, .sha224, .sha256: 64
        case .sha384, .sha512: 128
        }
    }
}

/// Digest of `message` into the front of `digest`; its length, or 0 when the library lacks the hash or there is no room.
package func digest(_ hash: HashAlgorithm, of message: Span<UInt8>, into digest: inout MutableSpan<UInt8>) -> Int {
    unsafe digest.withUnsafeMutableBufferPointer { digest in
        unsafe message.withUnsafeBufferPointer { message in
            unsafe ccountersign_digest(
                ccountersign_hash(hash.rawValue), ccountersign_bytes(message), digest.baseAddress, digest.count)
        }
    }
}

/// HMAC (RFC 2104) of `message` into the front of `mac`; its length, or 0 as for a digest.
package func hmac(
    _ hash: HashAlgorithm, key: Span<UInt8>, of message: Span<UInt8>, into mac: inout MutableSpan<UInt8>
) -> Int {
    unsafe mac.withUnsafeMutableBufferPointer { mac in
        unsafe key.withUnsafeBufferPointer { key in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe ccountersign_hmac(
                    ccountersign_hash(hash.rawValue), ccountersign_bytes(key), ccountersign_bytes(message),
                    mac.baseAddress, mac.count)
            }
        }
    }
}

/// PBKDF2 with HMAC (RFC 8018 §5.2), filling `key`. Linear in `iterations`: bound them first. False when the library
/// lacks the hash.
package func pbkdf2(
    _ hash: HashAlgorithm, passphrase: Span<UInt8>, salt: Span<UInt8>, iterations: UInt32,
    into key: inout MutableSpan<UInt8>
) -> Bool {
    let code = unsafe key.withUnsafeMutableBufferPointer { key in
        unsafe passphrase.withUnsafeBufferPointer { passphrase in
            unsafe salt.withUnsafeBufferPointer { salt in
                unsafe ccountersign_pbkdf2(
                    ccountersign_hash(hash.rawValue), ccountersign_bytes(passphrase), ccountersign_bytes(salt),
                    iterations, key.baseAddress, key.count)
            }
        }
    }
    return code == CCOUNTERSIGN_OK
}

/// Whether two runs of bytes are the same, in time that depends only on their length.
package func constantTimeEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBufferPointer { left in
        unsafe right.withUnsafeBufferPointer { right in
            guard let first = left.baseAddress, let second = right.baseAddress else { return true }
            return unsafe ccountersign_constant_time_equal(first, second, left.count) == 1
        }
    }
}

/// The digest of the digest … of `message`, `iterations` times, into the front of `output` (at least a digest's room);
/// its length, or 0 as for a digest. Linear in `iterations`: bound them first.
package func iteratedDigest(
    _ hash: HashAlgorithm, of message: Span<UInt8>, iterations: UInt64, into output: inout MutableSpan<UInt8>
) -> Int {
    var length = digest(hash, of: message, into: &output)
    guard length > 0, iterations > 1 else { return length }
    var scratch = InlineArray<64, UInt8>(repeating: 0)
    var other = scratch.mutableSpan
    unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe other.withUnsafeMutableBufferPointer { other in
            var (from, to) = (output.baseAddress, other.baseAddress)
            var round: UInt64 = 1
            while round < iterations, length > 0 {
                let input = unsafe ccountersign_bytes(start: from, count: length)
                length = unsafe ccountersign_digest(ccountersign_hash(hash.rawValue), input, to, length)
                unsafe swap(&from, &to)
                round += 1
            }
            if unsafe from != output.baseAddress {
                for index in 0..<length { unsafe output[index] = unsafe other[index] }
            }
        }
    }
    wipe(&other)
    return length
}
