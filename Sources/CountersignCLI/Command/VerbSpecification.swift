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
        for option in options + [VerbSpecification.help] { text += VerbSpecification.describe(option) }
        return text + "\n" + ExitCode.helpText
    }

    private static func describe(_ option: OptionSpecification) -> String {
        let head = "  " + option.name + (option.value.map { " " + $0 } ?? "")
        let width = 28
        let isShort = head.utf8.count < width
        let gap =
            isShort
            ? String(repeating: " ", count: width - head.utf8.count) : "\n" + String(repeating: " ", count: width)
        return head + gap + option.help + (option.isRepeatable ? " (repeatable)" : "") + "\n"
    }

    static let help = OptionSpecification("--help", help: "print this and exit")
}
