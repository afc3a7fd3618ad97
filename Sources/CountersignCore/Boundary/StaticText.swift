extension Span where Element == UInt8 {
    /// Whether the octets at `index` are those of a literal.
    package func has(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, index <= count, count - index >= length, text.hasPointerRepresentation else { return false }
        for offset in 0..<length where unsafe self[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Whether the octets are those of a literal, all of them.
    package func isEqual(to text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && has(text, at: 0)
    }
}
