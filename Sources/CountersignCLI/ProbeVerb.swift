import Countersign

/// `countersign probe`: one handshake, narrated.
enum ProbeVerb {
    static let specification = VerbSpecification(
        name: "probe", operands: "HOST[:PORT]", operandCount: 1...1,
        summary: "shake hands with a server and tell everything about it",
        description: """
            Connects, shakes hands and closes. Standard error tells the story: each challenge and its answer.
            Standard output is the answer: the verdict, what was negotiated, and the server's certificates.
            """,
        options: ConnectionOptions.list + [
            ConnectionOptions.sessionStore, .init("--json", help: "the answer as one JSON object"),
        ])

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        try probe(arguments.operands[0], arguments, under: nil)
    }

    static func probe(_ target: String, _ arguments: Arguments, under policy: Policy?) throws(UsageError) -> ExitCode {
        var connection = try ConnectionOptions.connection(arguments, to: target, under: policy)
        let answers = try Answers(arguments)
        let isOff = arguments.has("--no-color")
        var narrator = Narrator(style: Style(for: .error, isOff: isOff))
        var report = ProbeReport(target: target)
        narrator.begins(with: target)
        var failure = Asking.shakeHands(&connection, answers: answers, narrator: &narrator, report: &report)
        if failure == nil { failure = Asking.awaitServersVerdict(&connection) }
        if failure == nil, arguments.value("--session-store") != nil { Asking.awaitTicket(&connection) }
        report.complete(connection, failure: failure)
        narrator.ends(with: report)
        connection.close()
        if arguments.has("--json") {
            var writer = JSONWriter()
            report.write(to: &writer)
            Stream.output.write(writer.bytes + [0x0A])
        } else {
            Stream.output.write(report.text(Style(for: .output, isOff: isOff)))
        }
        return failure.map { ExitCode($0) } ?? .success
    }
}
