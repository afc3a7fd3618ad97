/// Every check that failed, in the order in which they were made, up to a bound.
public struct TrustFindings: Sendable {
    /// More than this are counted but not kept.
    public static var capacity: Int { 12 }

    private var entries = InlineArray<12, TrustError>(repeating: TrustError(.internalFailure))
    /// How many are kept.
    public private(set) var count = 0
    /// How many there were.
    public private(set) var total = 0

    public init() {}

    public var isEmpty: Bool { total == 0 }

    /// One of them; nil when `index` is out of range.
    public subscript(_ index: Int) -> TrustError? {
        index >= 0 && index < count ? entries[index] : nil
    }

    mutating func append(_ error: TrustError) {
        total += 1
        guard count < TrustFindings.capacity else { return }
        entries[count] = error
        count += 1
    }

    /// Any of them is a defect to which no exception applies.
    var hasFatal: Bool {
        for index in 0..<count where entries[index].result != .recoverableTrustFailure { return true }
        return total > count
    }

    /// Whether a path with these findings came nearer to success than one with others.
    func isNearer(than other: TrustFindings) -> Bool {
        guard let own = foremost, let rival = other.foremost else { return isEmpty }
        if own.result != rival.result { return own.result.rawValue < rival.result.rawValue }
        if own.specificity != rival.specificity { return own.specificity > rival.specificity }
        return total < other.total
    }

    /// The one to report: a defect before a circumstance, then the more specific, then the first.
    var foremost: TrustError? {
        guard count > 0 else { return nil }
        var best = entries[0]
        for index in 1..<max(count, 1) {
            let candidate = entries[index]
            let isWorse = candidate.result.rawValue > best.result.rawValue
            let isAsBad = candidate.result == best.result
            if isWorse || isAsBad && candidate.specificity > best.specificity { best = candidate }
        }
        return best
    }
}
