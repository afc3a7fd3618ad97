/// The key derivation of RFC 7292 appendix B.2.
enum PKCS12KeyDerivation {
    /// What the octets are for (B.3).
    enum Purpose: UInt8 {
        case key = 1
        case iv = 2
        case mac = 3
    }

    /// `count` octets. `passphrase` is a BMPString, or empty. Nil when the library lacks the hash. Linear in
    /// `iterations` for each digest's length of output: the caller has bounded them.
    static func derive(
        _ purpose: Purpose, count: Int, hash: HashAlgorithm, passphrase: Span<UInt8>, salt: Span<UInt8>,
        iterations: UInt64
    ) -> SecretBytes? {
        let block = hash.blockSize
        // Steps 1 to 4: D, then I = S || P, each repeated up to whole blocks; none when it is empty.
        let saltCount = roundedUp(salt.count, to: block)
        let total = block + saltCount + roundedUp(passphrase.count, to: block)
        var input = SecretBytes(count: total)
        guard input.count == total else { return nil }
        fill(&input, purpose: purpose, block: block, salt: salt, saltCount: saltCount, passphrase: passphrase)
        var output = SecretBytes(count: count)
        var digestBytes = SecretBytes(count: 64)
        guard output.count == count, digestBytes.count == 64 else { return nil }
        var produced = 0
        while true {
            // Step 6 A: A_i = H^r(D || I).
            var digestSpan = digestBytes.mutableSpan
            let length = iteratedDigest(hash, of: input.span, iterations: iterations, into: &digestSpan)
            guard length > 0 else { return nil }
            var outputSpan = output.mutableSpan
            var index = 0
            while index < length, produced < count {
                outputSpan[produced] = digestSpan[index]
                produced += 1
                index += 1
            }
            guard produced < count else { return output }
            var inputSpan = input.mutableSpan
            addToBlocks(&inputSpan, block: block, digest: digestSpan, length: length)
        }
    }

    private static func fill(
        _ input: inout SecretBytes, purpose: Purpose, block: Int, salt: Span<UInt8>, saltCount: Int,
        passphrase: Span<UInt8>
    ) {
        var span = input.mutableSpan
        for index in 0..<block { span[index] = purpose.rawValue }
        for index in 0..<saltCount { span[block + index] = salt[index % salt.count] }
        let start = block + saltCount
        for index in start..<span.count { span[index] = passphrase[(index - start) % passphrase.count] }
    }

    /// Steps 6 B and C: B is A_i repeated to one block; every block of I becomes I_j + B + 1.
    private static func addToBlocks(
        _ input: inout MutableSpan<UInt8>, block: Int, digest: borrowing MutableSpan<UInt8>, length: Int
    ) {
        var start = block
        while start < input.count {
            var carry: UInt32 = 1
            for index in (0..<block).reversed() {
                carry += UInt32(input[start + index]) + UInt32(digest[index % length])
                input[start + index] = UInt8(carry & 0xFF)
                carry >>= 8
            }
            start += block
        }
    }

    private static func roundedUp(_ count: Int, to block: Int) -> Int {
        (count + block - 1) / block * block
    }
}
