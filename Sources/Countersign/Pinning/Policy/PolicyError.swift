/// Why there is no policy: the first error that was found.
///
/// Counterpart: TrustKit's configuration exceptions.
public struct PolicyError: Error, Equatable, Sendable, CustomStringConvertible {
    public let finding: PolicyFinding

    init(_ finding: PolicyFinding) {
        self.finding = finding
    }

    init(_ rule: PolicyRule, _ subject: String, _ detail: String) {
        finding = PolicyFinding(.error, rule, subject, detail)
    }

    init(_ error: DocumentError, in file: [UInt8]) {
        finding = PolicyFinding(
            .error, error.rule, "", error.detail, at: SourcePosition(of: error.offset, in: file))
    }

    public var rule: PolicyRule { finding.rule }
    public var position: SourcePosition? { finding.position }
    public var description: String { finding.description }
}
