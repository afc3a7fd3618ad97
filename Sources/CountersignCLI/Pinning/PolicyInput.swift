import Countersign

/// A policy file named on the command line.
struct PolicyInput {
    let path: String
    let conversion: PolicyConversion

    init(_ path: String) throws(UsageError) {
        self.path = path
        do throws(PolicyError) {
            conversion = try PolicyConversion(contentsOfFile: path)
        } catch {
            let subject = error.rule == .unreadableFile ? "cannot read " : "'" + path + "': "
            throw UsageError(subject + error.description, exitCode: .unreadableInput)
        }
    }

    /// The policy to connect under. What was found in reading it is told on standard error.
    func usable() throws(UsageError) -> Policy {
        if let error = conversion.findings.first(where: { $0.severity == .error }) {
            throw UsageError("'" + path + "': " + error.description, exitCode: .unreadableInput)
        }
        for finding in conversion.findings where finding.severity == .warning {
            Stream.error.line("warning: '" + path + "': " + finding.description)
        }
        return conversion.policy
    }
}
