/// Walks BER (X.690 §8), of which DER is a part, without copying.
///
/// Key stores need BER where certificates need DER: RFC 7292 §4 allows it, and Netscape's, Mozilla's, Bouncy Castle's
/// and Microsoft's files have indefinite lengths and octet strings in pieces. Everything is bounded: nesting by
/// `depthLimit`, so the time for one walk is at most the input's size times that limit. No input makes it trap.
struct BERReader: ~Escapable {
    /// Deeper than any real store; a PFX with all its levels has about 12.
    static let depthLimit = 32

    let bytes: Span<UInt8>
    private(set) var position: Int
    let end: Int
    private let depth: Int

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        self.position = 0
        self.end = bytes.count
        self.depth = 0
    }

    @_lifetime(copy parent)
    private init(_ parent: borrowing BERReader, _ range: Range<Int>) {
        self.bytes = parent.bytes
        self.position = range.lowerBound
        self.end = range.upperBound
        self.depth = parent.depth + 1
    }

    var isAtEnd: Bool { position >= end }

    /// The tag of the next element, nil at the end.
    var nextTag: BERTag? { isAtEnd ? nil : BERTag(bytes[position]) }

    /// The contents of an element that this reader has read.
    @_lifetime(copy self)
    func contents(of element: BERElement) -> BERReader {
        BERReader(self, element.contents)
    }

    /// The next element whatever it is.
    mutating func next(_ what: StaticString) throws(ImportError) -> BERElement {
        let element = try Self.read(bytes, at: position, end: end, depth: depth, what)
        position = element.end
        return element
    }

    /// The next element, which must have a tag.
    mutating func next(_ tag: BERTag, _ what: StaticString) throws(ImportError) -> BERElement {
        guard nextTag == tag else {
            throw ImportError(.malformed, "\(what): another type was expected, or nothing is left", at: position)
        }
        return try next(what)
    }

    /// The next element if it has a tag.
    mutating func nextIfPresent(_ tag: BERTag, _ what: StaticString) throws(ImportError) -> BERElement? {
        guard nextTag == tag else { return nil }
        return try next(what)
    }

    /// The contents of the next element, which must be a SEQUENCE.
    @_lifetime(copy self)
    mutating func sequence(_ what: StaticString) throws(ImportError) -> BERReader {
        let element = try next(.sequence, what)
        return contents(of: element)
    }

    func expectEnd(_ what: StaticString) throws(ImportError) {
        guard isAtEnd else { throw ImportError(.malformed, "\(what): there is more than belongs here", at: position) }
    }

    /// One element at a position; contents of indefinite length are walked to find their end.
    private static func read(
        _ bytes: Span<UInt8>, at start: Int, end limit: Int, depth: Int, _ what: StaticString
    ) throws(ImportError) -> BERElement {
        func fail(_ reason: StaticString, _ offset: Int) -> ImportError {
            ImportError(.malformed, "\(what): \(reason)", at: offset)
        }
        guard depth < depthLimit else { throw fail("nested too deeply", start) }
        guard start < limit else { throw fail("nothing is left", start) }
        let tag = BERTag(bytes[start])
        var position = start + 1
        if tag.octet & 0x1F == 0x1F {
            // Tag numbers above 30: skipped over, at most five octets of them.
            var count = 0
            while position < limit, bytes[position] & 0x80 != 0, count < 5 {
                position += 1
                count += 1
            }
            guard count < 5 else { throw fail("the tag is too long", start) }
            position += 1
        }
        guard position < limit else { throw fail("cut short in its header", start) }
        let first = bytes[position]
        position += 1
        if first == 0x80 {
            guard tag.isConstructed else { throw fail("an indefinite length in a primitive value", start) }
            let contentsStart = position
            while true {
                guard limit - position >= 2 else { throw fail("no end-of-contents", start) }
                if bytes[position] == 0, bytes[position + 1] == 0 { break }
                position = try read(bytes, at: position, end: limit, depth: depth + 1, what).end
            }
            return BERElement(tag: tag, start: start, contents: contentsStart..<position, end: position + 2)
        }
        var length = Int(first)
        if first > 0x80 {
            let octets = Int(first & 0x7F)
            guard octets <= limit - position else { throw fail("cut short in its length", start) }
            length = 0
            for index in 0..<octets {
                guard length <= limit >> 8 else { throw fail("longer than what holds it", start) }
                length = length << 8 | Int(bytes[position + index])
            }
            position += octets
        }
        guard length <= limit - position else { throw fail("longer than what holds it", start) }
        return BERElement(tag: tag, start: start, contents: position..<position + length, end: position + length)
    }
}
