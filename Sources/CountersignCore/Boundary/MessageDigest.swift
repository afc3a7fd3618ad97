/// A digest of up to 64 octets, kept inline.
package struct MessageDigest {
    private var octets = InlineArray<64, UInt8>(repeating: 0)
    /// 0 if the library lacks the hash.
    package private(set) var count = 0

    /// Of a message. Linear, without allocation.
    package init(_ hash: HashAlgorithm, of message: Span<UInt8>) {
        var output = octets.mutableSpan
        count = digest(hash, of: message, into: &output)
    }

    /// A SHA-1's octets; zeros for a hash that is missing.
    package var first20: InlineArray<20, UInt8> {
        var first = InlineArray<20, UInt8>(repeating: 0)
        for index in 0..<20 { first[index] = octets[index] }
        return first
    }

    /// Whether these are the digest's octets. Never for a hash that is missing.
    package func matches(_ other: Span<UInt8>) -> Bool {
        guard count > 0, other.count == count else { return false }
        for index in 0..<count where octets[index] != other[index] { return false }
        return true
    }
}
