import Countersign

/// `countersign bench`: how long handshakes take on this machine, part by part.
enum BenchVerb {
    static let specification = VerbSpecification(
        name: "bench", operands: "[HOST[:PORT]]", operandCount: 0...1,
        summary: "measure how long handshakes take on this machine",
        description: """
            Shakes hands again and again, one connection after the other, and tells how long each part took. With
            --loopback instead of a host, the server is this process itself, with certificates made for the occasion;
            its work is then in the numbers too, since one thread does both.
            """,
        options: ConnectionOptions.list.filter { !$0.name.utf8.starts(with: "--answer".utf8) } + [
            .init("--loopback", help: "measure against a server in this process"),
            .init("--key-type", "TYPE", help: "with --loopback: p256 (default), p384 or rsa2048"),
            .init("--count", "N", help: "how many handshakes (50)"),
            .init("--resume", help: "resume the first handshake's session, in memory (with --loopback: TLS 1.2)"),
            .init("--json", help: "the answer as one JSON object"),
            .init("--svg", "FILE", help: "a histogram as a picture, in a new file"),
        ])

    private static let localOptions = [
        "--loopback", "--key-type", "--count", "--resume", "--json", "--svg", "--min-tls", "--max-tls", "--deadline",
        "--no-color",
    ]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let count = try arguments.number("--count", in: 1...100_000) ?? 50
        let isLocal = arguments.has("--loopback")
        guard isLocal == arguments.operands.isEmpty else {
            throw UsageError("either HOST or '--loopback'")
        }
        guard isLocal || !arguments.has("--key-type") else {
            throw UsageError("'--key-type' is of use with '--loopback' only")
        }
        if let path = arguments.value("--svg"), OutputFile.exists(path) {
            throw UsageError("'" + path + "' is there already", exitCode: .unwritableOutput)
        }
        var report = LatencyReport(
            target: isLocal ? "loopback" : arguments.operands[0], includesServer: isLocal, wanted: count,
            isResuming: arguments.has("--resume"))
        let failure = isLocal ? try measureLocally(arguments, &report) : try measure(arguments, &report)
        if Stream.error.isTerminal { Stream.error.write("\r\u{1B}[K") }
        if let failure {
            let why = failure.trust.map { ": " + $0.description } ?? ""
            Stream.error.line(
                "countersign bench: after " + String(report.times.count) + " handshakes: " + failure.text + why)
        }
        try give(report, arguments)
        return failure.map { ExitCode($0) } ?? .success
    }

    private static func give(_ report: LatencyReport, _ arguments: Arguments) throws(UsageError) {
        if arguments.has("--json") {
            var writer = JSONWriter()
            report.write(to: &writer)
            Stream.output.write(writer.bytes + [0x0A])
        } else {
            Stream.output.write(report.text(Style(for: .output, isOff: arguments.has("--no-color"))))
        }
        guard let path = arguments.value("--svg"), !report.times.isEmpty else { return }
        do throws(MintingError) {
            try OutputFile.write(Array(report.svg.utf8).span, to: path, isSecret: false, replacing: false)
        } catch {
            throw UsageError(error.description, exitCode: .unwritableOutput)
        }
    }

    /// Nil when all were established.
    private static func measure(
        _ arguments: Arguments, _ report: inout LatencyReport
    ) throws(UsageError) -> ConnectionError? {
        let acceptsAny = arguments.has("--dangerously-accept-any-server")
        // Read once: keys and anchors are none of what a handshake costs.
        var configuration = try ConnectionOptions.configuration(arguments, for: arguments.operands[0])
        if arguments.has("--resume") {
            guard !acceptsAny else { throw UsageError("'--resume' needs a server that is evaluated") }
            configuration.sessionStore = SessionStore()
        }
        while !report.isComplete {
            var connection = try ConnectionOptions.connection(arguments, configuration, to: arguments.operands[0])
            do throws(ConnectionError) {
                try shakeHands(&connection, acceptsAny: acceptsAny)
            } catch {
                return error
            }
            // Of TLS 1.3 a session is there only once its ticket has been read, which closing does.
            let record = connection.record
            connection.close()
            report.note(record)
            report.tellProgress()
        }
        return nil
    }

    private static func shakeHands(_ connection: inout Connection, acceptsAny: Bool) throws(ConnectionError) {
        // Sessions are kept of what default handling decides.
        guard acceptsAny else { return try connection.handshake() }
        try connection.handshake { challenge in
            guard let trust = challenge.protectionSpace.serverTrust else { return .performDefaultHandling }
            return .useCredential(Credential(trust: trust))
        }
    }

    private static func measureLocally(
        _ arguments: Arguments, _ report: inout LatencyReport
    ) throws(UsageError) -> ConnectionError? {
        for option in specification.options where arguments.has(option.name) && !localOptions.contains(option.name) {
            throw UsageError("'" + option.name + "' is of no use with '--loopback'")
        }
        let server = try LoopbackServer(arguments.value("--key-type") ?? "p256")
        var configuration = try ConnectionOptions.configuration(arguments)
        configuration.anchors = .only(server.anchors)
        if arguments.has("--resume") {
            configuration.sessionStore = SessionStore()
            // Who answers in an event loop has to have a name; its answer is always the default.
            configuration.handlerName = "bench"
            configuration.maximumVersion = .tls12
        }
        while !report.isComplete {
            do throws(ConnectionError) {
                report.note(try server.shakeHands(configuration))
            } catch {
                return error
            }
            report.tellProgress()
        }
        return nil
    }
}
