import Countersign

/// `countersign manual`: the man page, made from the verbs' own tables.
enum ManualVerb {
    static let specification = VerbSpecification(
        name: "manual", operands: "", operandCount: 0...0,
        summary: "the man page, for man -l or an installation",
        description: "Prints countersign(1) in roff. To read it: countersign manual | man -l -", options: [])

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        Stream.output.write(page)
        return .success
    }

    static var page: String {
        var text = ".TH COUNTERSIGN 1 \"\" \"countersign " + Tool.version + "\"\n.SH NAME\n"
        text += "countersign \\- a TLS client that asks\n.SH SYNOPSIS\n"
        for verb in Tool.verbs {
            text += ".B countersign " + verb.name + "\n[options] " + Roff.text(verb.operands) + "\n.br\n"
        }
        text += ".SH DESCRIPTION\n"
        text += """
            Shakes hands with TLS servers, tells each challenge and its answer, judges certificates, imports
            identities, checks pins and measures handshakes. Standard output is the answer, standard error the story.

            """
        for verb in Tool.verbs { text += section(verb) }
        text += ".SH EXIT STATUS\n" + Roff.verbatim(ExitCode.helpText)
        return text
    }

    private static func section(_ verb: VerbSpecification) -> String {
        var text = ".SH " + Roff.quoted("countersign " + verb.name) + "\n" + Roff.verbatim(verb.description)
        for option in verb.options + [VerbSpecification.help] {
            text += ".TP\n.B " + Roff.text(option.name) + (option.value.map { " \\fI" + Roff.text($0) + "\\fR" } ?? "")
            text += "\n" + Roff.text(option.help) + (option.isRepeatable ? " (repeatable)" : "") + "\n"
        }
        return text
    }
}

/// Text for roff: what it would read as a request or an escape is taken literally.
enum Roff {
    static func text(_ text: String) -> String {
        var result = ""
        var isAtStart = true
        for scalar in text.unicodeScalars {
            if isAtStart, scalar == "." || scalar == "'" { result += "\\&" }
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default:
                if scalar.isASCII {
                    result.unicodeScalars.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "]"
                }
            }
            isAtStart = scalar == "\n"
        }
        return result
    }

    static func quoted(_ text: String) -> String { "\"" + self.text(text) + "\"" }

    /// Lines as they are.
    static func verbatim(_ text: String) -> String { ".nf\n" + self.text(text) + "\n.fi\n" }
}
