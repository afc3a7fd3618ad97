/// One option of a verb: what parsing, `--help` and every other description of the tool are made from.
struct OptionSpecification: Sendable {
    /// With its dashes.
    let name: String
    /// What its value is called; nil for a switch.
    let value: String?
    /// Whether it may be given more than once.
    let isRepeatable: Bool
    let help: String

    init(_ name: String, _ value: String? = nil, isRepeatable: Bool = false, help: String) {
        self.name = name
        self.value = value
        self.isRepeatable = isRepeatable
        self.help = help
    }
}
