/// Reads DER from a window of a buffer, one element after another, and never outside of it.
///
/// Positions are distances from the start of the *buffer*, so what is found can be kept as a `ByteRange` and looked
/// at again later. Nothing is copied, nothing recurses, no input traps. Each step is O(1).
package struct DERReader: ~Escapable {
    package let bytes: Span<UInt8>
    package private(set) var position: Int
    package let end: Int

    /// Reads a whole buffer.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        self.position = 0
        self.end = bytes.count
    }

    /// Reads a part of a buffer; a range that leaves the buffer is cut.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, in range: ByteRange) {
        self.bytes = bytes
        let end = min(range.end, bytes.count)
        self.end = end
        self.position = min(Int(range.start), end)
    }

    /// A reader of an element's contents.
    @_lifetime(copy self)
    package func inside(_ element: DERElement) -> DERReader {
        DERReader(bytes, in: element.contents)
    }

    package var isAtEnd: Bool { position >= end }

    /// The tag of the next element, or nil at the end.
    package var nextTag: UInt8? { position < end ? bytes[position] : nil }

    /// The next element, whatever it is (X.690 §8.1, lengths as §10.1 demands).
    package mutating func next() throws(DERError) -> DERElement {
        let start = position
        guard start < end else { throw DERError(.truncated, at: start) }
        let tag = bytes[start]
        // X.690 §8.1.2.4: tag numbers above 30 take more octets; nothing in a certificate has one.
        guard tag & 0x1f != 0x1f else { throw DERError(.unexpectedTag, at: start) }
        guard end - start >= 2 else { throw DERError(.truncated, at: start) }
        let first = bytes[start + 1]
        var content = start + 2
        var length = Int(first)
        if first >= 0x80 {
            let octets = Int(first & 0x7f)
            // X.690 §10.1: definite form, and no more than 16 MiB is meant by anybody.
            guard octets >= 1, octets <= 3 else { throw DERError(.invalidLength, at: start) }
            guard end - content >= octets else { throw DERError(.truncated, at: start) }
            length = 0
            for index in 0..<octets { length = length << 8 | Int(bytes[content + index]) }
            // X.690 §10.1: in the fewest octets possible.
            guard length >= 0x80, length >> (8 * (octets - 1)) != 0 else { throw DERError(.invalidLength, at: start) }
            content += octets
        }
        guard length <= end - content else { throw DERError(.truncated, at: start) }
        position = content + length
        return DERElement(tag: tag, start: start, content: content, end: content + length)
    }

    /// The next element, which must have this tag.
    package mutating func next(_ tag: UInt8) throws(DERError) -> DERElement {
        guard position < end else { throw DERError(.truncated, at: position) }
        guard bytes[position] == tag else { throw DERError(.unexpectedTag, at: position) }
        return try next()
    }

    /// The next element if it has this tag; otherwise nothing is read.
    package mutating func optional(_ tag: UInt8) throws(DERError) -> DERElement? {
        guard position < end, bytes[position] == tag else { return nil }
        return try next()
    }

    /// A reader of the contents of the next element, which must have this tag.
    @_lifetime(copy self)
    package mutating func enter(_ tag: UInt8) throws(DERError) -> DERReader {
        let element = try next(tag)
        return inside(element)
    }

    /// Steps over the tag and length of a SEQUENCE whose end may lie outside of the buffer, and returns its length.
    package mutating func stepIntoSequence() throws(DERError) -> Int {
        guard end - position >= 2, bytes[position] == DERTag.sequence else {
            throw DERError(.unexpectedTag, at: position)
        }
        let first = bytes[position + 1]
        let octets = first < 0x80 ? 0 : Int(first & 0x7f)
        guard first != 0x80, octets <= 3, end - position >= 2 + octets else {
            throw DERError(.invalidLength, at: position)
        }
        var length = octets == 0 ? Int(first) : 0
        for index in 0..<octets { length = length << 8 | Int(bytes[position + 2 + index]) }
        position += 2 + octets
        return length
    }

    /// Everything must have been read.
    package func finish() throws(DERError) {
        guard position >= end else { throw DERError(.trailingBytes, at: position) }
    }
}
