/// Changes bytes at random, the same way each time (SplitMix64).
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }

    mutating func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }

    /// One to four changes: bits, octets, lengths, pieces taken out, doubled, or exchanged with another input's.
    mutating func mutate(_ input: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = input
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            let length = min(below(24) + 1, bytes.count - place)
            switch below(7) {
            case 0: bytes[place] ^= 1 << UInt8(below(8))
            case 1: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 2: bytes[place] = [0x00, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xff][below(7)]
            case 3: bytes.removeSubrange(place..<place + length)
            case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 5: bytes.removeSubrange(place...)
            default:
                let from = below(other.count)
                let taken = other[from..<min(from + length, other.count)]
                bytes.replaceSubrange(place..<place + length, with: taken)
            }
        }
        return bytes
    }
}
