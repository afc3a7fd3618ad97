import Countersign

/// Colours, where a terminal shows them and nobody has asked for none.
struct Style {
    private let isOn: Bool

    /// NO_COLOR as no-color.org has it.
    init(for stream: Stream, isOff: Bool) {
        isOn = !isOff && stream.isTerminal && !Environment.isSet("NO_COLOR")
    }

    private func wrapped(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[" + code + "m" + text + "\u{1B}[0m" : text
    }

    func good(_ text: String) -> String { wrapped(text, "32") }
    func bad(_ text: String) -> String { wrapped(text, "31") }
    func strong(_ text: String) -> String { wrapped(text, "1") }
    func faint(_ text: String) -> String { wrapped(text, "2") }
}
