extension Duration {
    /// In nanoseconds, rounded down, between 0 and the largest that fits.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLargeAgain) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLarge || isTooLargeAgain ? .max : sum
    }
}
