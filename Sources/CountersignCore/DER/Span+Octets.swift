extension Span where Element == UInt8 {
    /// The part that a range names; empty when the range leaves the span.
    @_lifetime(copy self)
    public func extracting(_ range: ByteRange) -> Span<UInt8> {
        guard range.end <= count else { return extracting(0..<0) }
        return extracting(Int(range.start)..<range.end)
    }

    /// Octet by octet. Not in constant time: certificates are public.
    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    /// Octet by octet, with ASCII letters folded.
    package func isEqualIgnoringCase(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index].lowercasedASCII != other[index].lowercasedASCII { return false }
        return true
    }
}

extension UInt8 {
    /// `A` to `Z` in lower case, everything else as it is.
    package var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }
}
