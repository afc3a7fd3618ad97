/// Base64 (RFC 4648 §4), one character at a time, in memory that doesn't grow and without look-up tables, whose cache
/// lines would depend on a key.
struct Base64Decoder {
    /// What a character did.
    enum Step {
        /// Nothing yet.
        case more
        /// Three, two or one bytes, in the low bits, the first one highest.
        case bytes(UInt32, count: Int)
        /// Not of the alphabet, or out of place.
        case refused
    }

    private var accumulator: UInt32 = 0
    private var filled = 0
    private var padding = 0
    private var isOver = false

    /// A group has begun and isn't complete.
    var isInGroup: Bool { filled > 0 }

    mutating func feed(_ character: UInt8) -> Step {
        if isOver { return .refused }
        if character == UInt8(ascii: "=") {
            guard filled >= 2 else { return .refused }
            padding += 1
            accumulator <<= 6
        } else {
            let value = Self.value(of: character)
            guard value >= 0, padding == 0 else { return .refused }
            accumulator = accumulator << 6 | UInt32(truncatingIfNeeded: value)
        }
        filled += 1
        guard filled == 4 else { return .more }
        let group = accumulator
        accumulator = 0
        filled = 0
        guard padding > 0 else { return .bytes(group, count: 3) }
        isOver = true
        return Self.shortened(group, padding: padding)
    }

    /// Ends input that lacks its padding, which only lax readers accept.
    mutating func finishUnpadded() -> Step {
        guard filled >= 2 else { return .refused }
        let missing = 4 - filled
        let group = accumulator << UInt32(6 * missing)
        isOver = true
        filled = 0
        return Self.shortened(group, padding: missing + padding)
    }

    /// The bits that padding leaves over must be zero (RFC 4648 §3.5): one encoding for each value.
    private static func shortened(_ group: UInt32, padding: Int) -> Step {
        let unused = group & (padding == 1 ? 0xFF : 0xFFFF)
        guard unused == 0 else { return .refused }
        return .bytes(group >> UInt32(8 * padding), count: 3 - padding)
    }

    /// 0…63, or -1, by arithmetic alone.
    private static func value(of character: UInt8) -> Int32 {
        let c = Int32(character)
        /// All ones when low ≤ c ≤ high.
        func mask(_ low: Int32, _ high: Int32) -> Int32 { ~((c - low) >> 31) & ~((high - c) >> 31) }
        let upper = mask(0x41, 0x5A) & (c - 0x41 + 1)
        let lower = mask(0x61, 0x7A) & (c - 0x61 + 27)
        let digit = mask(0x30, 0x39) & (c - 0x30 + 53)
        let plus = mask(0x2B, 0x2B) & 63
        let slash = mask(0x2F, 0x2F) & 64
        return (upper | lower | digit | plus | slash) - 1
    }
}

/// Base64 with padding, without line ends. Linear in the input.
func base64Encoded(_ bytes: Span<UInt8>) -> [UInt8] {
    func character(_ value: UInt32) -> UInt8 {
        let v = UInt8(value & 63)
        switch v {
        case 0...25: return v + 0x41
        case 26...51: return v - 26 + 0x61
        case 52...61: return v - 52 + 0x30
        default: return v == 62 ? 0x2B : 0x2F
        }
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count / 3 * 4 + 4)
    var index = 0
    while index < bytes.count {
        let left = min(3, bytes.count - index)
        var group = UInt32(bytes[index]) << 16
        if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
        if left > 2 { group |= UInt32(bytes[index + 2]) }
        output.append(character(group >> 18))
        output.append(character(group >> 12))
        output.append(left > 1 ? character(group >> 6) : UInt8(ascii: "="))
        output.append(left > 2 ? character(group) : UInt8(ascii: "="))
        index += 3
    }
    return output
}
