/// Deterministic damage.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// 0 ..< bound, or 0.
    mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

    /// One to four pieces of damage.
    mutating func damaged(_ input: [UInt8], with other: [UInt8], _ target: FuzzTarget) -> [UInt8] {
        var bytes = input
        if target == .ber, below(2) == 0 { bytes = indefinite(bytes, depth: 0) }
        for _ in 0...below(4) where !bytes.isEmpty {
            let index = below(bytes.count)
            switch below(9) {
            case 0, 1: bytes[index] ^= 1 << UInt8(below(8))
            case 2: bytes[index] = UInt8(below(256))
            case 3: bytes.remove(at: index)
            case 4: bytes.insert(UInt8(below(256)), at: index)
            case 5: bytes.removeSubrange(index..<min(bytes.count, index + below(40)))
            case 6: bytes[index] = [0x00, 0x7F, 0x80, 0x81, 0x84, 0xFF, 0x24, 0x30, 0xA0][below(9)]
            case 7:
                let start = below(other.count)
                let piece = other[start..<min(other.count, start + below(60))]
                bytes.insert(contentsOf: piece, at: index)
            default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + below(60))], at: index)
            }
        }
        if below(20) == 0 { bytes.removeLast(below(bytes.count)) }
        return bytes
    }

    /// Rewrites definite lengths of constructed elements as indefinite ones, here and there, and octet strings into
    /// pieces.
    private mutating func indefinite(_ bytes: [UInt8], depth: Int) -> [UInt8] {
        var output: [UInt8] = []
        var position = 0
        while position + 1 < bytes.count {
            let tag = bytes[position]
            var length = Int(bytes[position + 1])
            var start = position + 2
            if length > 0x80 {
                let octets = length & 0x7F
                guard octets <= 3, start + octets <= bytes.count else { break }
                length = bytes[start..<start + octets].reduce(0) { $0 << 8 | Int($1) }
                start += octets
            }
            guard start + length <= bytes.count else { break }
            let contents = [UInt8](bytes[start..<start + length])
            if tag & 0x20 != 0, depth < 20, below(3) > 0 {
                output += [tag, 0x80] + indefinite(contents, depth: depth + 1) + [0, 0]
            } else if tag == 0x04, length > 1, length < 0x7F, below(3) == 0 {
                let middle = 1 + below(length - 1)
                output += [0x24, 0x80, 0x04, UInt8(middle)] + contents[..<middle]
                output += [0x04, UInt8(length - middle)] + contents[middle...] + [0, 0]
            } else {
                output += bytes[position..<start + length]
            }
            position = start + length
        }
        return output + bytes[position...]
    }
}
