/// Writes DER from its end to its beginning, so that every length is known when it is needed. What it writes may be a
/// key: the memory is wiped.
struct DERWriter: ~Copyable {
    private var memory: SecretBytes
    private var start: Int
    private let capacity: Int

    /// Room for `capacity` bytes; what doesn't fit makes `finish()` empty.
    init(capacity: Int) {
        memory = SecretBytes(count: capacity)
        self.capacity = capacity
        start = capacity
    }

    /// Bytes written so far.
    var count: Int { capacity - start }

    mutating func prepend(_ bytes: Span<UInt8>) {
        guard start >= bytes.count, memory.count == capacity else { return overflow() }
        let target = start - bytes.count
        start = target
        var output = memory.mutableSpan
        for index in bytes.indices { output[target + index] = bytes[index] }
    }

    mutating func prepend(_ byte: UInt8) {
        guard start >= 1, memory.count == capacity else { return overflow() }
        let target = start - 1
        start = target
        var output = memory.mutableSpan
        output[target] = byte
    }

    mutating func prepend(_ bytes: [UInt8]) {
        prepend(bytes.span)
    }

    /// The header of an element whose contents are what was written since `count` was `mark`.
    mutating func prependHeader(_ tag: BERTag, since mark: Int) {
        var length = max(0, count - mark)
        if length < 0x80 {
            prepend(UInt8(length))
        } else {
            var octets: UInt8 = 0
            while length > 0 {
                prepend(UInt8(length & 0xFF))
                length >>= 8
                octets += 1
            }
            prepend(0x80 | octets)
        }
        prepend(tag.octet)
    }

    /// Everything that was written, in memory of its own.
    consuming func finish() -> SecretBytes {
        guard memory.count == capacity else { return SecretBytes(count: 0) }
        let written = memory.span
        return SecretBytes(copying: written.extracting(start..<capacity))
    }

    private mutating func overflow() {
        memory.truncate(to: 0)
    }
}
