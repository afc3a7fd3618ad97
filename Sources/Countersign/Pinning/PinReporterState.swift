/// What a reporter remembers. Used under the reporter's lock only.
final class PinReporterState: @unchecked Sendable {
    private static let capacity = 64
    private static let period: Int64 = 24 * 3_600

    /// The oldest first.
    private var recent: [(subject: SHA256Digest, seconds: Int64)] = []
    var unwritten = 0

    init() {}

    /// Whether it wasn't reported lately; if so, it is now. A clock that was set back doesn't silence anything.
    func admit(_ subject: SHA256Digest, at seconds: Int64) -> Bool {
        let known = recent.firstIndex { $0.subject.span.isEqual(to: subject.span) }
        if let known {
            let (age, overflow) = seconds.subtractingReportingOverflow(recent[known].seconds)
            if !overflow, age >= 0, age < PinReporterState.period { return false }
            recent.remove(at: known)
        }
        if recent.count == PinReporterState.capacity { recent.removeFirst() }
        recent.append((subject, seconds))
        return true
    }
}
