import Countersign

/// `countersign completion`: what a shell needs to complete verbs and options, made from the verbs' own tables.
enum CompletionVerb {
    static let specification = VerbSpecification(
        name: "completion", operands: "bash|zsh|fish", operandCount: 1...1,
        summary: "completion of verbs and options for a shell",
        description: """
            Prints a script for the shell. For bash: countersign completion bash > \
            ~/.local/share/bash-completion/completions/countersign
            """, options: [])

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let shell = Array(arguments.operands[0].utf8)
        if shell.span.isEqual(to: "bash") {
            Stream.output.write(bash)
        } else if shell.span.isEqual(to: "zsh") {
            // zsh runs bash's completions as they are.
            Stream.output.write("#compdef countersign\nautoload -U +X bashcompinit && bashcompinit\n" + bash)
        } else if shell.span.isEqual(to: "fish") {
            Stream.output.write(fish)
        } else {
            throw UsageError("'" + arguments.operands[0] + "' is no shell that is known here: bash, zsh or fish")
        }
        return .success
    }

    static var bash: String {
        var text = """
            _countersign() {
                local word=${COMP_WORDS[COMP_CWORD]} words
                case $COMP_CWORD:${COMP_WORDS[1]} in

            """
        text += "        1:*) words='" + list(Tool.verbs.map { $0.name } + ["--help", "--version"]) + "' ;;\n"
        for verb in Tool.verbs {
            text += "        *:" + verb.name + ") words='" + list(optionNames(verb)) + "' ;;\n"
        }
        return text + "        *) words='' ;;\n    esac\n"
            + "    if [[ $COMP_CWORD -eq 1 || $word == -* ]]; then\n"
            + "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
            + "    else\n        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n    fi\n}\n"
            + "complete -o filenames -F _countersign countersign\n"
    }

    static var fish: String {
        var text = ""
        for verb in Tool.verbs {
            text += "complete -c countersign -n __fish_use_subcommand -f -a " + verb.name
            text += " -d " + quoted(verb.summary) + "\n"
            for option in verb.options + [VerbSpecification.help] {
                text += "complete -c countersign -n '__fish_seen_subcommand_from " + verb.name + "' -l "
                text += String(decoding: Array(option.name.utf8.dropFirst(2)), as: UTF8.self)
                text += (option.value == nil ? "" : " -r") + " -d " + quoted(option.help) + "\n"
            }
        }
        return text
    }

    private static func optionNames(_ verb: VerbSpecification) -> [String] {
        verb.options.map { $0.name } + [VerbSpecification.help.name]
    }

    private static func list(_ words: [String]) -> String { words.joined(separator: " ") }

    /// In single quotes, as fish reads them.
    private static func quoted(_ text: String) -> String {
        var result: [UInt8] = [UInt8(ascii: "'")]
        for octet in text.utf8 {
            if octet == UInt8(ascii: "'") || octet == UInt8(ascii: "\\") { result.append(UInt8(ascii: "\\")) }
            result.append(octet)
        }
        return String(decoding: result + [UInt8(ascii: "'")], as: UTF8.self)
    }
}
