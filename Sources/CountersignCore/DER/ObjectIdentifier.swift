/// An object identifier by the octets of its encoding (X.690 §8.19), kept inline so that it can travel in an error.
///
/// Up to 24 octets are kept, which is more than any identifier has that this library gives a meaning; of a longer one
/// the beginning, its length and a digest of the rest.
public struct ObjectIdentifier: Equatable, Sendable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    /// The number of content octets in the encoding.
    public private(set) var count: UInt8 = 0

    /// The contents of an OBJECT IDENTIFIER.
    public init(_ octets: Span<UInt8>) {
        count = UInt8(clamping: octets.count)
        first = ObjectIdentifier.word(octets, from: 0)
        guard octets.count > 8 else { return }
        second = ObjectIdentifier.word(octets, from: 8)
        guard octets.count > 16 else { return }
        third = ObjectIdentifier.word(octets, from: 16)
        guard octets.count > 24 else { return }
        for index in 16..<octets.count { third = (third ^ UInt64(octets[index])) &* 0x0000_0100_0000_01b3 }
    }

    /// Eight octets, the first in the highest place, with zeros behind the last one.
    private static func word(_ octets: Span<UInt8>, from start: Int) -> UInt64 {
        let end = min(octets.count, start + 8)
        var word: UInt64 = 0
        for index in start..<end { word = word << 8 | UInt64(octets[index]) }
        return word << UInt64(8 * (start + 8 - end))
    }

    /// Up to eight octets, as the low-order bytes of a number: `ObjectIdentifier(0x551d13, count: 3)` is 2.5.29.19.
    package init(_ octets: UInt64, count: UInt8) {
        first = octets << (8 * (8 - UInt64(min(max(count, 1), 8))))
        self.count = count
    }

    /// Nine to sixteen octets: the first eight, and the others as the low-order bytes of a number.
    package init(_ octets: UInt64, _ more: UInt64, count: UInt8) {
        first = octets
        second = more << (8 * (16 - UInt64(min(max(count, 9), 16))))
        self.count = count
    }

    /// One content octet; 0 outside of what is kept.
    public subscript(_ index: Int) -> UInt8 {
        guard index >= 0, index < min(Int(count), 24) else { return 0 }
        let word = index < 8 ? first : index < 16 ? second : third
        return UInt8(truncatingIfNeeded: word >> UInt64(8 * (7 - index % 8)))
    }

    /// A number that is equal for equal identifiers.
    package var digest: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(count)
        hash = (hash ^ first) &* 0x0000_0100_0000_01b3 ^ hash >> 29
        hash = (hash ^ second) &* 0x0000_0100_0000_01b3 ^ hash >> 29
        return (hash ^ third) &* 0x0000_0100_0000_01b3 ^ hash >> 29
    }
}
