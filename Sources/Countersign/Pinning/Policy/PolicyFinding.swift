/// Something to know about a policy file: an error, a warning, or what was not carried over from another format.
public struct PolicyFinding: Equatable, Sendable, CustomStringConvertible {
    public enum Severity: UInt8, Sendable {
        /// It is as it should be, but worth knowing.
        case notice = 0
        /// It works, and is probably not what was meant.
        case warning = 1
        /// A policy that says this can't be used.
        case error = 2

        public var name: String {
            switch self {
            case .notice: "notice"
            case .warning: "warning"
            case .error: "error"
            }
        }
    }

    public let severity: Severity
    public let rule: PolicyRule
    /// The pattern, pin, key or file in question; empty where it is the whole file.
    public let subject: String
    /// In words, without a full stop.
    public let detail: String
    /// Where it stands; nil where that can't be told.
    public let position: SourcePosition?

    init(
        _ severity: Severity, _ rule: PolicyRule, _ subject: String, _ detail: String,
        at position: SourcePosition? = nil
    ) {
        self.severity = severity
        self.rule = rule
        self.subject = subject
        self.detail = detail
        self.position = position
    }

    public static func == (left: PolicyFinding, right: PolicyFinding) -> Bool {
        left.severity == right.severity && left.rule == right.rule && left.position == right.position
            && sameBytes(left.subject, right.subject) && sameBytes(left.detail, right.detail)
    }

    public var description: String {
        (position.map { $0.description + ": " } ?? "") + (subject.isEmpty ? "" : "'" + subject + "': ") + detail
    }
}
