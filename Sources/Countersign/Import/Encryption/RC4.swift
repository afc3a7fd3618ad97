/// RC4, for key stores that some writers of the nineties made. Not for anything new.
enum RC4 {
    /// Enciphers or deciphers, which is the same. False when the key is empty or there is no room.
    static func run(key: Span<UInt8>, input: Span<UInt8>, output: inout MutableSpan<UInt8>) -> Bool {
        guard !key.isEmpty, output.count >= input.count else { return false }
        var state = InlineArray<256, UInt8>(repeating: 0)
        for index in 0..<256 { state[index] = UInt8(index) }
        var other = 0
        for index in 0..<256 {
            other = (other + Int(state[index]) + Int(key[index % key.count])) & 255
            state.swapAt(index, other)
        }
        var first = 0
        other = 0
        for index in input.indices {
            first = (first + 1) & 255
            other = (other + Int(state[first])) & 255
            state.swapAt(first, other)
            output[index] = input[index] ^ state[(Int(state[first]) + Int(state[other])) & 255]
        }
        var span = state.mutableSpan
        wipe(&span)
        return true
    }
}
