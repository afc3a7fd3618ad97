/// Host names in Unicode as A-labels (RFC 5891 §4.4, RFC 3492), for names that people write into policies.
///
/// Letters that have a small form are folded for Latin, Greek and Cyrillic. Combining marks are refused: the composed
/// letter is what DNS has. Nothing here is applied to names from the network.
package enum InternationalName {
    /// Nil for what can't be turned into A-labels.
    package static func ascii(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        guard name.contains(where: { $0 >= 0x80 }) else { return Array(name) }
        guard let text = String(validating: name, as: UTF8.self) else { return nil }
        var result: [UInt8] = []
        var label: [UInt32] = []
        func endLabel() -> Bool {
            guard let encoded = encode(label) else { return false }
            result += encoded
            label = []
            return true
        }
        for scalar in text.unicodeScalars {
            // RFC 3490 §3.1: three more characters are dots.
            if [0x2e, 0x3002, 0xff0e, 0xff61].contains(scalar.value) {
                guard endLabel() else { return nil }
                result.append(0x2e)
            } else {
                guard let folded = folded(scalar.value) else { return nil }
                label.append(folded)
            }
        }
        return endLabel() ? result : nil
    }

    /// In small letters; nil for what DNS has in another form.
    static func folded(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x41...0x5a: scalar + 0x20
        case 0xc0...0xd6, 0xd8...0xde, 0x391...0x3a1, 0x3a3...0x3a9, 0x410...0x42f: scalar + 0x20
        case 0x400...0x40f: scalar + 0x50
        case 0x100...0x12f, 0x132...0x137, 0x14a...0x177: scalar | 1
        case 0x139...0x148, 0x179...0x17e: scalar + scalar % 2
        case 0x178: 0xff
        case 0x130, 0x17f, 0x300...0x36f, 0x386...0x38f: nil
        // Latin and Greek with further marks, capital and small in turn.
        case 0x180...0x24f, 0x1e00...0x1fff, 0x460...0x52f, 0x531...0x556, 0x10a0...0x10c5, 0x13a0...0x13f5: nil
        case 0...0x7f: scalar
        case 0xa0...0xff where scalar < 0xdf, 0x2000...0x206f, 0xd800...0xdfff, 0xfe00...0xfe0f, 0xff00...0xffff: nil
        default: scalar
        }
    }

    /// A label as it is, or "xn--" and RFC 3492 §6.3; nil when it would be longer than a label can be.
    private static func encode(_ label: [UInt32]) -> [UInt8]? {
        guard label.contains(where: { $0 >= 0x80 }) else { return label.map { UInt8(truncatingIfNeeded: $0) } }
        guard label.count < 60 else { return nil }
        let basic = label.filter { $0 < 0x80 }
        var output = Array("xn--".utf8) + basic.map { UInt8(truncatingIfNeeded: $0) }
        if !basic.isEmpty { output.append(0x2d) }
        var point: UInt32 = 0x80
        var delta = 0
        var bias = 72
        var handled = basic.count
        while handled < label.count {
            guard let next = label.filter({ $0 >= point }).min() else { return nil }
            delta += Int(next - point) * (handled + 1)
            point = next
            for scalar in label {
                if scalar < point { delta += 1 }
                guard scalar == point else { continue }
                appendNumber(delta, bias, to: &output)
                bias = adapt(delta, handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            point += 1
        }
        return output.count <= 63 ? output : nil
    }

    /// A generalised variable-length integer (RFC 3492 §3.3).
    private static func appendNumber(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = number
        var position = 36
        while true {
            let threshold = position <= bias ? 1 : min(position - bias, 26)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
    }

    /// RFC 3492 §6.1.
    private static func adapt(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var position = 0
        while delta > 455 {
            delta /= 35
            position += 36
        }
        return position + 36 * delta / (delta + 38)
    }
}
