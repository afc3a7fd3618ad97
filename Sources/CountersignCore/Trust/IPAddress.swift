/// An IPv4 or IPv6 address, kept inline, in network order.
public struct IPAddress: Equatable, Sendable {
    private var octets = InlineArray<16, UInt8>(repeating: 0)
    /// 4 or 16.
    public let count: Int

    /// From 4 or 16 octets; nil for other counts.
    public init?(octets: Span<UInt8>) {
        guard octets.count == 4 || octets.count == 16 else { return nil }
        count = octets.count
        for index in 0..<octets.count { self.octets[index] = octets[index] }
    }

    /// From text: four decimal numbers without leading zeros, or RFC 4291 §2.2 with or without square brackets. Nil
    /// for everything else: `010.1.1.1`, `1.1`, `0x7f000001` and addresses with a zone are not what they seem.
    public init?(_ text: Span<UInt8>) {
        var body = text
        if text.count >= 2, text[0] == 0x5b, text[text.count - 1] == 0x5d {
            body = text.extracting(1..<text.count - 1)
            guard let address = IPAddress.version6(body) else { return nil }
            (octets, count) = (address, 16)
        } else if let address = IPAddress.version4(body) {
            for index in 0..<4 { octets[index] = address[index] }
            count = 4
        } else if let address = IPAddress.version6(body) {
            (octets, count) = (address, 16)
        } else {
            return nil
        }
    }

    /// The octets, as long as this value lives.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { octets.span.extracting(0..<count) }
    }

    /// An IPv4 address that is written as an IPv6 one (RFC 4291 §2.5.5.2) as what it is; any other unchanged. It is the
    /// same host; certificates, though, name the one or the other.
    package var unmapped: IPAddress {
        guard count == 16, octets[10] == 0xff, octets[11] == 0xff else { return self }
        for index in 0..<10 where octets[index] != 0 { return self }
        return IPAddress(octets: octets.span.extracting(12..<16)) ?? self
    }

    public static func == (left: IPAddress, right: IPAddress) -> Bool { left.bytes.isEqual(to: right.bytes) }

    private static func version4(_ text: Span<UInt8>) -> InlineArray<4, UInt8>? {
        var address = InlineArray<4, UInt8>(repeating: 0)
        var position = 0
        for part in 0..<4 {
            if part > 0 {
                guard position < text.count, text[position] == 0x2e else { return nil }
                position += 1
            }
            let start = position
            var value = 0
            while position < text.count, position - start < 3, text[position] >= 0x30, text[position] <= 0x39 {
                value = value * 10 + Int(text[position] - 0x30)
                position += 1
            }
            let digits = position - start
            guard digits > 0, value <= 255, digits == 1 || text[start] != 0x30 else { return nil }
            address[part] = UInt8(value)
        }
        return position == text.count ? address : nil
    }

    private static func version6(_ text: Span<UInt8>) -> InlineArray<16, UInt8>? {
        var address = InlineArray<16, UInt8>(repeating: 0)
        var filled = 0
        var gap: Int?
        var position = 0
        guard text.count >= 2, text.count <= 45 else { return nil }
        if text[0] == 0x3a {
            guard text[1] == 0x3a else { return nil }
            gap = 0
            position = 2
        }
        while position < text.count {
            guard filled <= 14 else { return nil }
            let start = position
            var value = 0
            while position < text.count, position - start < 4, let digit = hexadecimal(text[position]) {
                value = value << 4 | digit
                position += 1
            }
            if position < text.count, text[position] == 0x2e {
                // The last 32 bits in dotted decimal.
                guard filled <= 12, let tail = version4(text.extracting(start..<text.count)) else { return nil }
                for index in 0..<4 { address[filled + index] = tail[index] }
                filled += 4
                position = text.count
                break
            }
            guard position > start else { return nil }
            address[filled] = UInt8(truncatingIfNeeded: value >> 8)
            address[filled + 1] = UInt8(truncatingIfNeeded: value)
            filled += 2
            guard position < text.count else { break }
            guard text[position] == 0x3a else { return nil }
            position += 1
            guard position < text.count else { return nil }
            if text[position] == 0x3a {
                guard gap == nil else { return nil }
                gap = filled
                position += 1
            }
        }
        guard let gap else { return filled == 16 ? address : nil }
        // `::` stands for at least one group of zeros (RFC 5952 §4.2.2 would write one group out).
        guard filled <= 14 else { return nil }
        let moved = filled - gap
        for index in 0..<moved {
            address[15 - index] = address[filled - 1 - index]
            address[filled - 1 - index] = 0
        }
        return address
    }

    private static func hexadecimal(_ octet: UInt8) -> Int? {
        switch octet {
        case 0x30...0x39: Int(octet - 0x30)
        case 0x41...0x46: Int(octet - 0x41) + 10
        case 0x61...0x66: Int(octet - 0x61) + 10
        default: nil
        }
    }
}
