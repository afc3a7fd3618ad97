/// Measures the parts of a handshake one after the other.
struct Stopwatch: Sendable {
    private var last = Clock.monotonicNanoseconds

    /// Nanoseconds since the last split.
    @discardableResult
    mutating func split() -> Int64 {
        let now = Clock.monotonicNanoseconds
        defer { last = now }
        return now - last
    }
}
