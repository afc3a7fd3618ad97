import Countersign

/// `countersign pin`: what to pin, and how to write it.
enum PinVerb {
    static let specification = VerbSpecification(
        name: "pin", operands: "FILE|HOST[:PORT]", operandCount: 1...1,
        summary: "print the pins of a file or of a server",
        description: """
            Prints the pins of all certificates, public keys, private keys (their public half), requests (PKCS #10) and key
            stores (PKCS #12) in a file, or those of a server's verified path, then which of them to pin. A server that
            isn't trusted has nothing to be pinned: --unverified prints what it sent all the same, marked as such.
            What is there as a file is one; ./NAME always is.
            """,
        options: [
            .init("--form", "FORM", help: "only these, one a line: " + PinForm.names),
            .init("--unverified", help: "also of a server that isn't trusted; never pin these unseen"),
            .init("--json", help: "the answer as one JSON object"),
        ] + ConnectionOptions.list)

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let name = arguments.operands[0]
        let form = try arguments.value("--form").map { (text) throws(UsageError) in try PinForm(text) }
        var input = PinInput()
        let isFile = name.utf8.contains(UInt8(ascii: "/")) || OutputFile.exists(name)
        if isFile {
            input = PinInput(try PinInput.subjects(name, arguments))
        } else {
            input = try PinInput.live(name, arguments)
            guard input.isVerified || arguments.has("--unverified") else {
                Stream.error.line("countersign pin: " + name + " isn't trusted: there is nothing to pin")
                return input.exitCode
            }
        }
        let host = isFile ? nil : try Endpoint(name).host
        let report = PinsReport(
            source: name, host: host, subjects: input.subjects, isVerified: isFile ? nil : input.isVerified)
        if let form {
            if !input.isVerified { Stream.error.line("UNVERIFIED: nothing vouches for these pins") }
            for subject in input.subjects {
                if let text = form.text(subject) { Stream.output.line(text) }
            }
        } else if arguments.has("--json") {
            var writer = JSONWriter()
            report.write(to: &writer)
            Stream.output.write(writer.bytes + [0x0A])
        } else {
            Stream.output.write(report.text(Style(for: .output, isOff: arguments.has("--no-color"))))
        }
        return input.exitCode
    }
}
