import Countersign

/// The `countersign` tool: standard output is the answer, standard error the story.
@main
struct Tool {
    static let verbs: [VerbSpecification] = [
        ProbeVerb.specification, ConnectVerb.specification, ServeVerb.specification, VerifyVerb.specification,
        InspectVerb.specification, ImportVerb.specification, PinVerb.specification, PolicyVerb.specification,
        MintVerb.specification, BenchVerb.specification, ManualVerb.specification, CompletionVerb.specification,
    ]

    static func main() {
        System.holdStandardDescriptors()
        let words = Environment.arguments()
        System.exit(run(words.dropFirst()).rawValue)
    }

    private static func run(_ words: ArraySlice<String>) -> ExitCode {
        var words = words
        guard let name = words.popFirst() else {
            Stream.error.write(helpText)
            return .usage
        }
        switch name {
        case "--help", "-h", "help":
            guard let topic = words.first, let verb = verbs.first(where: { $0.name == topic }) else {
                Stream.output.write(helpText)
                return .success
            }
            Stream.output.write(verb.helpText)
            return .success
        case "--version", "version":
            Stream.output.line("countersign " + version + " with mbedTLS " + LibraryVersion.text)
            return .success
        default: break
        }
        guard let verb = verbs.first(where: { $0.name == name }) else {
            return report(UsageError("unknown verb '" + name + "'"), verb: nil)
        }
        do throws(UsageError) {
            let arguments = try Arguments(words, for: verb)
            if arguments.wantsHelp {
                Stream.output.write(verb.helpText)
                return .success
            }
            switch name {
            case "probe": return try ProbeVerb.run(arguments)
            case "connect": return try ConnectVerb.run(arguments)
            case "serve": return try ServeVerb.run(arguments)
            case "verify": return try VerifyVerb.run(arguments)
            case "inspect": return try InspectVerb.run(arguments)
            case "import": return try ImportVerb.run(arguments)
            case "pin": return try PinVerb.run(arguments)
            case "policy": return try PolicyVerb.run(arguments)
            case "bench": return try BenchVerb.run(arguments)
            case "manual": return try ManualVerb.run(arguments)
            case "completion": return try CompletionVerb.run(arguments)
            default: return try MintVerb.run(arguments)
            }
        } catch {
            return report(error, verb: verb)
        }
    }

    private static func report(_ error: UsageError, verb: VerbSpecification?) -> ExitCode {
        let name = "countersign" + (verb.map { " " + $0.name } ?? "")
        Stream.error.line(name + ": " + error.message)
        if error.exitCode == .usage { Stream.error.line("'" + name + " --help' tells more.") }
        return error.exitCode
    }

    static let version = LibraryVersion.countersign.description

    private static var helpText: String {
        var text = """
            usage: countersign VERB [options] …

            TLS for Swift on Linux that asks: challenges, trust evaluation, client certificates.

            verbs:

            """
        for verb in verbs {
            text +=
                "  " + verb.name + String(repeating: " ", count: max(1, 12 - verb.name.utf8.count)) + verb.summary
                + "\n"
        }
        return text + """

            'countersign VERB --help' tells a verb's options; 'countersign --version' the versions.

            """
    }
}
