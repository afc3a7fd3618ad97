extension DERReader {
    /// BOOLEAN: one octet, 00 or FF (X.690 §11.1).
    package mutating func boolean() throws(DERError) -> Bool {
        let element = try next(DERTag.boolean)
        guard element.count == 1 else { throw DERError(.invalidValue, at: element.start) }
        switch bytes[element.content] {
        case 0x00: return false
        case 0xff: return true
        default: throw DERError(.invalidValue, at: element.start)
        }
    }

    /// INTEGER, checked to be in the fewest octets (X.690 §8.3.2), as its contents.
    package mutating func integer(_ tag: UInt8 = DERTag.integer) throws(DERError) -> DERElement {
        let element = try next(tag)
        try checkInteger(element)
        return element
    }

    private func checkInteger(_ element: DERElement) throws(DERError) {
        guard element.count >= 1 else { throw DERError(.invalidValue, at: element.start) }
        guard element.count >= 2 else { return }
        let first = bytes[element.content]
        let isSecondHigh = bytes[element.content + 1] & 0x80 != 0
        if first == 0x00 && !isSecondHigh || first == 0xff && isSecondHigh {
            throw DERError(.invalidValue, at: element.start)
        }
    }

    /// A small non-negative INTEGER; larger ones read as `UInt16.max`, which no count in a certificate reaches.
    package mutating func count(_ tag: UInt8 = DERTag.integer) throws(DERError) -> UInt16 {
        let element = try integer(tag)
        guard bytes[element.content] & 0x80 == 0 else { throw DERError(.invalidValue, at: element.start) }
        var value = 0
        for index in element.content..<element.end {
            value = value << 8 | Int(bytes[index])
            if value >= Int(UInt16.max) { return UInt16.max }
        }
        return UInt16(value)
    }

    /// OBJECT IDENTIFIER: complete sub-identifiers without leading zeros (X.690 §8.19.2).
    package mutating func objectIdentifier() throws(DERError) -> ObjectIdentifier {
        let element = try next(DERTag.objectIdentifier)
        guard element.count >= 1, bytes[element.end - 1] & 0x80 == 0 else {
            throw DERError(.invalidValue, at: element.start)
        }
        var isAtStart = true
        for index in element.content..<element.end {
            if isAtStart && bytes[index] == 0x80 { throw DERError(.invalidValue, at: element.start) }
            isAtStart = bytes[index] & 0x80 == 0
        }
        return ObjectIdentifier(bytes.extracting(element.content..<element.end))
    }

    /// BIT STRING, as the octets behind the count of unused bits, which must be 0 bits (X.690 §11.2.1).
    package mutating func bitString(_ tag: UInt8 = DERTag.bitString) throws(DERError) -> (
        octets: ByteRange, unused: Int
    ) {
        let element = try next(tag)
        guard element.count >= 1 else { throw DERError(.invalidValue, at: element.start) }
        let unused = bytes[element.content]
        guard unused <= 7, unused == 0 || element.count >= 2 else { throw DERError(.invalidValue, at: element.start) }
        if unused > 0 {
            guard bytes[element.end - 1] & (UInt8(1) << unused &- 1) == 0 else {
                throw DERError(.invalidValue, at: element.start)
            }
        }
        return (ByteRange(start: element.content + 1, count: element.count - 1), Int(unused))
    }

    /// A BIT STRING of whole octets, as keys and signatures are.
    package mutating func octetAlignedBitString() throws(DERError) -> ByteRange {
        let start = position
        let (octets, unused) = try bitString()
        guard unused == 0 else { throw DERError(.invalidValue, at: start) }
        return octets
    }
}
