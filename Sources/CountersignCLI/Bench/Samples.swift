/// Durations in nanoseconds, sorted.
struct Samples {
    let sorted: [Int64]

    init(_ values: [Int64]) {
        sorted = values.sorted()
    }

    /// The smallest of the values that at least `percent` per cent of them do not exceed (nearest rank); 0 if there is
    /// none.
    func percentile(_ percent: Int) -> Int64 {
        guard !sorted.isEmpty else { return 0 }
        let rank = (sorted.count * percent + 99) / 100
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    var least: Int64 { sorted.first ?? 0 }
    var most: Int64 { sorted.last ?? 0 }

    /// How many values lie in each of `count` equal intervals from the least to the 99th percentile; what is slower
    /// counts in the last one.
    func histogram(_ count: Int) -> (width: Int64, bars: [Int]) {
        var bars = [Int](repeating: 0, count: count)
        let width = max(1, (percentile(99) - least) / Int64(count) + 1)
        for value in sorted { bars[min(Int((value - least) / width), count - 1)] += 1 }
        return (width, bars)
    }

    /// Milliseconds with three decimals.
    static func milliseconds(_ nanoseconds: Int64) -> String {
        let micro = (nanoseconds + 500) / 1_000
        let digits = String(micro % 1_000)
        return String(micro / 1_000) + "." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}
