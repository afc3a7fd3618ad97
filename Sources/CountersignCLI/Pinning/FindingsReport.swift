import Countersign

/// What is to be known about a policy file.
struct FindingsReport {
    let input: PolicyInput
    let findings: [PolicyFinding]

    /// Whether anything has to be done about the file.
    var isClean: Bool { !findings.contains { $0.severity != .notice } }

    static func line(_ finding: PolicyFinding, _ style: Style) -> String {
        let name = finding.severity.name
        let head =
            switch finding.severity {
            case .error: style.bad(name)
            case .warning: style.strong(name)
            case .notice: style.faint(name)
            }
        return head + ": " + finding.description + " [" + finding.rule.name + "]\n"
    }

    func text(_ style: Style) -> String {
        let format = " (" + input.conversion.format.name + ")"
        var text = ""
        for finding in findings { text += FindingsReport.line(finding, style) }
        return text + (isClean ? style.good(input.path + format + " is clean") : input.path + format + " has findings")
            + "\n"
    }

    /// With what `convert` made, if anything.
    func write(to writer: inout JSONWriter, suffixes: PublicSuffixes?) {
        writer.object { writer in
            writer.integer("version", 1)
            writer.string("file", input.path)
            writer.string("format", input.conversion.format.name)
            writer.bool("usable", !findings.contains { $0.severity == .error })
            writer.bool("clean", isClean)
            if let suffixes { writer.string("publicSuffixes", orNull: suffixes.path) }
            writer.array("findings") { writer in
                for finding in findings {
                    writer.object { writer in
                        writer.string("severity", finding.severity.name)
                        writer.string("rule", finding.rule.name)
                        writer.string("subject", finding.subject)
                        writer.string("detail", finding.detail)
                        writer.index("line", finding.position?.line)
                        writer.index("column", finding.position?.column)
                    }
                }
            }
        }
    }
}
