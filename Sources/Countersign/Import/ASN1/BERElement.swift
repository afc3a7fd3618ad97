/// One BER encoding: its tag, and where its parts lie in the bytes it was read from.
struct BERElement {
    /// The identifier octet; tags above 30 keep only class and form, with the number bits all set.
    let tag: BERTag
    /// Where the identifier octet is.
    let start: Int
    let contents: Range<Int>
    /// Behind the contents, and behind the end-of-contents octets of an indefinite length.
    let end: Int

    var whole: Range<Int> { start..<end }
}

/// An identifier octet (X.690 §8.1.2).
struct BERTag: Equatable {
    let octet: UInt8

    init(_ octet: UInt8) {
        self.octet = octet
    }

    var isConstructed: Bool { octet & 0x20 != 0 }

    static let integer = BERTag(0x02)
    static let bitString = BERTag(0x03)
    static let octetString = BERTag(0x04)
    static let null = BERTag(0x05)
    static let objectIdentifier = BERTag(0x06)
    static let utf8String = BERTag(0x0C)
    static let bmpString = BERTag(0x1E)
    static let sequence = BERTag(0x30)
    static let set = BERTag(0x31)
    static let constructedOctetString = BERTag(0x24)

    /// `[number]` around another value, or in place of a constructed one.
    static func context(_ number: UInt8) -> BERTag { BERTag(0xA0 | number) }
    /// `[number]` in place of a primitive value.
    static func contextPrimitive(_ number: UInt8) -> BERTag { BERTag(0x80 | number) }
}
