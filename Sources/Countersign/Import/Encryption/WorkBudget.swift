/// Hash iterations that one import may still spend (`ImportOptions.iterationLimit`).
struct WorkBudget {
    private var remaining: UInt64
    private let limit: UInt64

    init(_ options: ImportOptions) {
        limit = options.iterationLimit
        remaining = options.iterationLimit
    }

    /// Whether this much is left; throws `workLimitExceeded` without spending anything.
    func check(_ iterations: UInt64, blocks: UInt64) throws(ImportError) {
        let (work, overflow) = iterations.multipliedReportingOverflow(by: max(1, blocks))
        guard !overflow, work <= remaining else {
            throw ImportError(
                .workLimitExceeded,
                "\(iterations) iterations for \(blocks) blocks, when \(remaining) of \(limit) may still be spent")
        }
    }

    /// Spends before the work is done.
    mutating func spend(_ iterations: UInt64, blocks: UInt64) throws(ImportError) {
        try check(iterations, blocks: blocks)
        remaining -= iterations * max(1, blocks)
    }
}
