/// A verb's command line, read against its specification.
struct Arguments {
    private var options: [(name: String, value: String)] = []
    private(set) var operands: [String] = []
    private(set) var wantsHelp = false

    /// Reads `--name value`, `--name=value`, switches and operands; what comes after `--` is an operand.
    init(_ words: ArraySlice<String>, for verb: VerbSpecification) throws(UsageError) {
        var words = words
        while let word = words.popFirst() {
            guard word.utf8.starts(with: "-".utf8), word != "-" else {
                operands.append(word)
                continue
            }
            if word == "--" {
                operands += words
                break
            }
            if word == "--help" || word == "-h" {
                wantsHelp = true
                return
            }
            let (name, attached) = Arguments.split(word)
            guard let option = verb.options.first(where: { $0.name == name }) else {
                throw UsageError("unknown option '" + name + "'")
            }
            guard option.isRepeatable || !has(name) else { throw UsageError("'" + name + "' is given twice") }
            options.append((name, try Arguments.value(of: option, attached: attached, from: &words)))
        }
        guard verb.operandCount.contains(operands.count) else {
            throw UsageError(
                operands.count < verb.operandCount.lowerBound
                    ? "missing operand: " + verb.operands : "too many operands: '" + operands[operands.count - 1] + "'")
        }
    }

    private static func value(
        of option: OptionSpecification, attached: String?, from words: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let placeholder = option.value else {
            guard attached == nil else { throw UsageError("'" + option.name + "' takes no value") }
            return ""
        }
        guard let value = attached ?? words.popFirst() else {
            throw UsageError("'" + option.name + "' needs a value: " + placeholder)
        }
        return value
    }

    private static func split(_ word: String) -> (String, String?) {
        let bytes = Array(word.utf8)
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
        return (
            String(decoding: bytes[..<equals], as: UTF8.self), String(decoding: bytes[(equals + 1)...], as: UTF8.self)
        )
    }

    func has(_ name: String) -> Bool {
        options.contains { $0.name == name }
    }

    /// The option's last value.
    func value(_ name: String) -> String? {
        options.last { $0.name == name }?.value
    }

    /// All values of a repeatable option, in order.
    func values(_ name: String) -> [String] {
        options.filter { $0.name == name }.map { $0.value }
    }

    /// A whole number within `range`.
    func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "'" + name + "' wants a number from " + String(range.lowerBound) + " to " + String(range.upperBound)
                    + ", not '" + text + "'")
        }
        return number
    }
}
