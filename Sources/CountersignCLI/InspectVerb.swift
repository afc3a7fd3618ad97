import Countersign

/// `countersign inspect`: what is in a file, as people want to read it.
enum InspectVerb {
    static let specification = VerbSpecification(
        name: "inspect", operands: "FILE…", operandCount: 1...1_000,
        summary: "show the certificates and keys of files",
        description: """
            Tells the contents of PEM and DER files, whatever they are called: certificates with their pins, private keys
            (their kind and pin, never the key), and what else there is by its name.
            """,
        options: [
            .init("--json", help: "the answer as one JSON object"),
            .init("--no-color", help: "no colours, not even on a terminal"),
        ])

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        var files: [InspectedFile] = []
        for path in arguments.operands { files.append(InspectedFile(path, try InputFiles.read(path))) }
        if arguments.has("--json") {
            var writer = JSONWriter()
            writer.object { writer in
                writer.integer("version", 1)
                writer.array("files") { writer in
                    for file in files { file.write(to: &writer) }
                }
            }
            Stream.output.write(writer.bytes + [0x0A])
        } else {
            let style = Style(for: .output, isOff: arguments.has("--no-color"))
            for file in files { Stream.output.write(file.text(style)) }
        }
        return files.contains { $0.isUnreadable } ? .unreadableInput : .success
    }
}
