/// Base64 as PEM uses it (RFC 7468 §3, RFC 4648 §4): line breaks and blanks are skipped, anything else ends it.
package enum Base64Text {
    /// Decodes until the text, the output or the padding ends. Returns how many octets were written, or nil for an
    /// octet that doesn't belong there or a last group of a single character. One pass, linear.
    package static func decode(_ text: Span<UInt8>, into output: inout MutableSpan<UInt8>) -> Int? {
        let capacity = output.count
        var written = 0
        var index = 0
        let groupEnd = text.count - 3
        while true {
            // Four characters at a time, as long as all of them count.
            while index < groupEnd, capacity - written >= 3 {
                let first = UInt32(values[Int(text[index])])
                let second = UInt32(values[Int(text[index + 1])])
                let third = UInt32(values[Int(text[index + 2])])
                let fourth = UInt32(values[Int(text[index + 3])])
                guard (first | second | third | fourth) < 64 else { break }
                let bits = first << 18 | second << 12 | third << 6 | fourth
                output[written] = UInt8(truncatingIfNeeded: bits >> 16)
                output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8)
                output[written + 2] = UInt8(truncatingIfNeeded: bits)
                written += 3
                index += 4
            }
            // One group across a line break or at an end.
            var bits: UInt32 = 0
            var held = 0
            var isAtEnd = false
            while held < 4 {
                guard index < text.count else {
                    isAtEnd = true
                    break
                }
                let value = values[Int(text[index])]
                index += 1
                if value < 64 {
                    bits |= UInt32(value) << UInt32(18 - 6 * held)
                    held += 1
                } else if value == padding {
                    isAtEnd = true
                    break
                } else if value != blank {
                    return nil
                }
            }
            guard held != 1 else { return nil }
            for part in 0..<max(0, held - 1) {
                guard written < capacity else { return written }
                output[written] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * part))
                written += 1
            }
            if isAtEnd || written == capacity { return written }
        }
    }

    private static var blank: UInt8 { 254 }
    private static var padding: UInt8 { 253 }

    /// 0 to 63, or `blank`, `padding`, and 255 for what doesn't belong there.
    // swift-format-ignore
    private static let values: InlineArray<256, UInt8> = [
        255, 255, 255, 255, 255, 255, 255, 255, 255, 254, 254, 255, 255, 254, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 62, 255, 255, 255, 63,
        52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 255, 255, 255, 253, 255, 255,
        255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
        15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 255, 255, 255, 255, 255,
        255, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
        41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    ]
}
