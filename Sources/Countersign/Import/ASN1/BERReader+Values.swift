extension BERReader {
    /// An OBJECT IDENTIFIER.
    mutating func objectIdentifier(_ what: StaticString) throws(ImportError) -> ObjectID {
        let element = try next(.objectIdentifier, what)
        guard !element.contents.isEmpty, bytes[element.contents.upperBound - 1] & 0x80 == 0 else {
            throw ImportError(.malformed, "\(what): an object identifier that doesn't end", at: element.start)
        }
        return ObjectID(bytes.extracting(element.contents))
    }

    /// A non-negative INTEGER; what doesn't fit becomes `UInt64.max`, which every limit refuses.
    mutating func unsigned(_ what: StaticString) throws(ImportError) -> UInt64 {
        let element = try next(.integer, what)
        return try unsigned(element, what)
    }

    func unsigned(_ element: BERElement, _ what: StaticString) throws(ImportError) -> UInt64 {
        guard !element.contents.isEmpty, bytes[element.contents.lowerBound] & 0x80 == 0 else {
            throw ImportError(.malformed, "\(what): a negative or empty number", at: element.start)
        }
        var value: UInt64 = 0
        for index in element.contents {
            guard value >> 56 == 0 else { return .max }
            value = value << 8 | UInt64(bytes[index])
        }
        return value
    }

    /// The octets of an OCTET STRING, in one piece or in several (X.690 §8.7.3), or of a value with an implicit tag
    /// that stands for one.
    func octets(of element: BERElement, _ what: StaticString) throws(ImportError) -> SecretBytes {
        guard element.tag.isConstructed else { return SecretBytes(copying: bytes.extracting(element.contents)) }
        var joined = SecretBytes(count: element.contents.count)
        let count = try join(element, into: &joined, at: 0, what)
        joined.truncate(to: count)
        return joined
    }

    private func join(
        _ element: BERElement, into joined: inout SecretBytes, at start: Int, _ what: StaticString
    ) throws(ImportError) -> Int {
        var count = start
        var pieces = contents(of: element)
        while !pieces.isAtEnd {
            let piece = try pieces.next(what)
            if piece.tag == .constructedOctetString {
                count = try pieces.join(piece, into: &joined, at: count, what)
                continue
            }
            guard piece.tag == .octetString else {
                throw ImportError(.malformed, "\(what): a piece that is no octet string", at: piece.start)
            }
            var target = joined.mutableSpan
            guard target.count - count >= piece.contents.count else {
                throw ImportError(.malformed, "\(what): no memory for an octet string", at: piece.start)
            }
            for index in piece.contents {
                target[count] = bytes[index]
                count += 1
            }
        }
        return count
    }

    /// The octets of the next element, which must be an OCTET STRING in either form.
    mutating func octetString(_ what: StaticString) throws(ImportError) -> SecretBytes {
        guard nextTag == .octetString || nextTag == .constructedOctetString else {
            throw ImportError(.malformed, "\(what): no octet string", at: position)
        }
        let element = try next(what)
        return try octets(of: element, what)
    }

    /// A copy of some of the bytes, for what isn't secret.
    func copy(_ range: Range<Int>) -> [UInt8] {
        var copied: [UInt8] = []
        copied.reserveCapacity(range.count)
        for index in range { copied.append(bytes[index]) }
        return copied
    }
}

extension SecretBytes {
    /// A copy for what turned out not to be secret.
    func copied() -> [UInt8] {
        BERReader(span).copy(0..<count)
    }
}
