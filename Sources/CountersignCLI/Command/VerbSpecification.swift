/// A verb of the tool with its options.
struct VerbSpecification: Sendable {
    let name: String
    /// What comes after the options, as the synopsis shows it.
    let operands: String
    let operandCount: ClosedRange<Int>
    /// One line for the list of verbs.
    let summary: String
    /// What `--help` says before the options.
    let description: String
    let options: [OptionSpecification]

    /// What `--help` prints.
    var helpText: String {
        var text = "usage: countersign " + name + " [options] " + operands + "\n\n" + description + "\n\noptions:\n"
        for option in options + [VerbSpecification.help] {
            let head = "  " + option.name + (option.value.map { " " + $0 } ?? "")
            let width = 28
            let padding = head.utf8.count < width ? String(repeating: " ", count: width - head.utf8.count) : "\n"
                + String(repeating: " ", count: width)
            text += head + padding + option.help + (option.isRepeatable ? " (repeatable)" : "") + "\n"
        }
        return text + "\n" + ExitCode.helpText
    }

    static let help = OptionSpecification("--help", help: "print this and exit")
}
