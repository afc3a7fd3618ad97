import Countersign

/// `countersign connect`: a handshake, then standard input and output through it.
enum ConnectVerb {
    static let specification = VerbSpecification(
        name: "connect", operands: "HOST[:PORT]", operandCount: 1...1,
        summary: "shake hands, then pipe standard input and output",
        description: """
            Connects and shakes hands like probe, then sends standard input to the server and writes what the server
            sends to standard output, until the server closes. Standard error tells the story.
            """,
        options: ConnectionOptions.list + [
            ConnectionOptions.sessionStore,
            .init("--linger", "SECONDS", help: "how long to wait for more after standard input has ended (5)"),
        ])

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        var connection = try ConnectionOptions.connection(arguments)
        let answers = try Answers(arguments)
        let linger = try arguments.number("--linger", in: 0...86_400) ?? 5
        var narrator = Narrator(style: Style(for: .error, isOff: arguments.has("--no-color")))
        var report = ProbeReport(target: arguments.operands[0])
        narrator.begins(with: arguments.operands[0])
        var failure = Asking.shakeHands(&connection, answers: answers, narrator: &narrator, report: &report)
        report.complete(connection, failure: failure)
        narrator.ends(with: report)
        if failure == nil {
            do throws(ConnectionError) {
                var pipe = Pipe(lingering: .seconds(linger))
                try pipe.run(&connection)
            } catch {
                Stream.error.line("countersign connect: " + error.text)
                failure = error
            }
        }
        connection.close()
        return failure.map { ExitCode($0) } ?? .success
    }
}
