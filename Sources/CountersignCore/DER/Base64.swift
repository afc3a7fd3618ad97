/// Base64 as PEM uses it (RFC 7468 §3, RFC 4648 §4): line breaks and blanks are skipped, anything else ends it.
package enum Base64 {
    /// Decodes until the text, the output or the padding ends. Returns how many octets were written, or nil for an
    /// octet that doesn't belong there or a last group of a single character. One pass, linear.
    package static func decode(_ text: Span<UInt8>, into output: inout MutableSpan<UInt8>) -> Int? {
        let capacity = output.count
        var written = 0
        var bits: UInt32 = 0
        var held = 0
        for index in 0..<text.count {
            let octet = text[index]
            let value = value(of: octet)
            if value >= 64 {
                if value == 65 { continue }
                if value == 66 { break }
                return nil
            }
            bits = bits << 6 | UInt32(value)
            held += 1
            guard held == 4 else { continue }
            held = 0
            if capacity - written < 3 {
                for part in 0..<capacity - written {
                    output[written] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * part))
                    written += 1
                }
                return written
            }
            output[written] = UInt8(truncatingIfNeeded: bits >> 16)
            output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8)
            output[written + 2] = UInt8(truncatingIfNeeded: bits)
            written += 3
        }
        guard held != 1 else { return nil }
        if held >= 2, written < capacity {
            output[written] = UInt8(truncatingIfNeeded: held == 2 ? bits >> 4 : bits >> 10)
            written += 1
        }
        if held == 3, written < capacity {
            output[written] = UInt8(truncatingIfNeeded: bits >> 2)
            written += 1
        }
        return written
    }

    /// 0 to 63, 64 for an octet that doesn't belong there, 65 for one to skip, 66 for the padding.
    private static func value(of octet: UInt8) -> UInt8 {
        switch octet {
        case 0x41...0x5a: octet - 0x41
        case 0x61...0x7a: octet - 0x61 + 26
        case 0x30...0x39: octet - 0x30 + 52
        case 0x2b: 62
        case 0x2f: 63
        case 0x0a, 0x0d, 0x20, 0x09: 65
        case 0x3d: 66
        default: 64
        }
    }
}
