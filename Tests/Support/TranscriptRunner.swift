import Foundation

/// Plays a transcript and throws at the first thing that isn't as written.
public final class TranscriptRunner {
    private let transcript: Transcript
    private let folder: URL
    private var variables: [String: String]
    private var environment: [String: String?] = ["NO_COLOR": "1"]
    private var limit: Duration = .seconds(20 * TranscriptRunner.patience)
    private var input = ""
    private var last: Tool.Outcome?
    /// Whether the exit code of the last run has been looked at.
    private var isJudged = true
    private var server: TLSServer?
    /// The tool itself as a server.
    private var served: ChildProcess?
    private var hostile: HostileServer?
    private var relay: Relay?

    /// How many times as long everything may take: `COUNTERSIGN_PATIENCE`, for a tool that runs under valgrind.
    private static let patience = ProcessInfo.processInfo.environment["COUNTERSIGN_PATIENCE"].flatMap(Int.init) ?? 1

    /// Plays `transcript`. `tool` stands for the word `countersign` in its commands.
    public static func play(_ transcript: Transcript, tool: String? = nil) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("transcript-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = try tool ?? Tool.path()
        let runner = TranscriptRunner(transcript, folder, tool)
        for (name, text) in transcript.files {
            try runner.expand(text).write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        for step in transcript.steps {
            do {
                try runner.perform(step)
            } catch {
                throw TestSupportError("\(transcript.name):\(step.line): \(error)\(runner.story)")
            }
        }
        try runner.judge()
    }

    private init(_ transcript: Transcript, _ folder: URL, _ tool: String) {
        (self.transcript, self.folder) = (transcript, folder)
        variables = ["FIXTURES": Fixtures.folder.path, "WORK": folder.path, "TOOL": tool, "PORT": "0"]
    }

    /// Of servers and relays: bounded, but longer than any transcript.
    private var lifetime: Duration { .seconds(60 * Self.patience) }

    private var story: String { last.map { "\nThe last run: \($0)" } ?? "" }

    private func perform(_ step: Transcript.Step) throws {
        let words = step.words.map(expand)
        let canBeNegated = ["stdout", "stderr", "server-says"].contains(step.verb)
        guard canBeNegated || !step.isNegated else { throw TestSupportError("! goes before stdout or stderr only") }
        switch step.verb {
        case "server": try startServer(words)
        case "serve": try startTool(words)
        case "hostile": try startHostile(words)
        case "relay": try startRelay(words)
        case "stdin": input = try contents(of: words)
        case "env": try setVariable(words)
        case "within": limit = .seconds(try number(words) * Self.patience)
        case "run": try runCommand(words)
        case "exit":
            isJudged = true
            let (code, wanted) = (try outcome().exitCode, Int32(try number(words)))
            guard code == wanted else { throw TestSupportError("exit code \(code), not \(wanted)") }
        case "stdout": try search(try outcome().stdout, "standard output", words, step.isNegated)
        case "stderr": try search(try outcome().stderr, "standard error", words, step.isNegated)
        case "server-says":
            guard let said = served?.errors ?? server?.process.output else {
                throw TestSupportError("there is no server")
            }
            let pattern = try regex(words)
            if step.isNegated {
                try search(said.text, "the server's output", words, true)
            } else {
                _ = try said.wait(for: words[0]) { $0.contains(pattern) ? true : nil }
            }
        case "cmp": try compare(words)
        default: throw TestSupportError("no such step: \(step.verb)")
        }
    }

    // MARK: The steps

    private func runCommand(_ words: [String]) throws {
        try judge()
        var command = words
        if command.first == "countersign" { command[0] = variables["TOOL"]! }
        guard !command.isEmpty else { throw TestSupportError("run needs a command") }
        last = try TestSupport.run(command, stdin: input, environment: environment, timeout: limit)
        isJudged = false
        input = ""
    }

    /// A run whose exit code nobody named must have succeeded.
    private func judge() throws {
        if !isJudged, let last, last.exitCode != 0 {
            throw TestSupportError("\(transcript.name): a run ended with \(last.exitCode)\(story)")
        }
        isJudged = true
    }

    /// server openssl|gnutls|nginx [IDENTITY] [clients=required|requested] [service=echo|web] [OPTION…]
    private func startServer(_ words: [String]) throws {
        var clients = TLSServer.ClientCertificates.ignored
        var service: TLSServer.Service?
        var identity: String?
        var options: [String] = []
        for word in words.dropFirst() {
            switch word {
            case "clients=required": clients = .required()
            case "clients=requested": clients = .requested()
            case "service=echo": service = .echo
            case "service=web": service = .web
            default:
                if identity == nil, options.isEmpty, !word.hasPrefix("-") { identity = word } else { options += [word] }
            }
        }
        let name = identity ?? "localhost"
        served = nil
        switch words.first {
        case "openssl":
            server = try .openssl(
                name, clients: clients, service: service ?? .terminal, arguments: options, lifetime: lifetime)
        case "gnutls":
            server = try .gnutls(
                name, clients: clients, service: service ?? .echo, arguments: options, lifetime: lifetime)
        case "nginx":
            server = try .nginx(name, clients: clients, lifetime: lifetime)
        default:
            throw TestSupportError("server openssl, gnutls or nginx")
        }
        variables["PORT"] = String(server!.port)
    }

    /// serve OPTION…: `countersign serve` with these options
    private func startTool(_ words: [String]) throws {
        let process = try ChildProcess([variables["TOOL"]!, "serve"] + words)
        let port: UInt16 = try process.ready {
            try process.output.wait(for: "where it listens") { text in
                text.firstMatch(of: /listening on [^\n]*:([0-9]+)\n/).flatMap { UInt16($0.1) }
            }
        }
        served = process
        variables["PORT"] = String(port)
    }

    private func startHostile(_ words: [String]) throws {
        let known = HostileServer.Behaviour.refusable + HostileServer.Behaviour.endless
        let name = words.joined(separator: " ")
        guard let behaviour = known.first(where: { $0.description == name }) else {
            throw TestSupportError("hostile: one of \(known.map(\.description).joined(separator: ", "))")
        }
        hostile = try HostileServer(behaviour, lifetime: lifetime)
        variables["PORT"] = String(hostile!.port)
    }

    /// relay stall|close|reset|dribble|flip byte|record N: before the server started last
    private func startRelay(_ words: [String]) throws {
        guard words.count == 3, let count = Int(words[2]), let port = server?.port else {
            throw TestSupportError("relay ACTION byte|record N, after a server")
        }
        let actions: [String: Relay.Action] = [
            "stall": .stall, "close": .close, "reset": .reset, "flip": .flip(0xFF),
            "dribble": .dribble(every: .seconds(1)),
        ]
        guard let action = actions[words[0]] else { throw TestSupportError("relay cannot \(words[0])") }
        let position: Relay.Position = words[1] == "record" ? .record(count) : .byte(count)
        relay = try Relay(to: port, [.init(action, at: position)], lifetime: lifetime)
        variables["PORT"] = String(relay!.port)
    }

    private func setVariable(_ words: [String]) throws {
        guard words.count == 1, let equals = words[0].firstIndex(of: "=") else {
            throw TestSupportError("env NAME=VALUE")
        }
        environment[String(words[0][..<equals])] = String(words[0][words[0].index(after: equals)...])
    }

    private func search(_ text: String, _ place: String, _ words: [String], _ isNegated: Bool) throws {
        let isFound = text.contains(try regex(words))
        guard isFound != isNegated else {
            throw TestSupportError("\(place) \(isNegated ? "has" : "lacks") \(words[0])")
        }
    }

    /// cmp stdout|stderr FILE: the same lines, where `[..]` in FILE stands for any text within a line.
    private func compare(_ words: [String]) throws {
        guard words.count == 2, ["stdout", "stderr"].contains(words[0]) else {
            throw TestSupportError("cmp stdout|stderr FILE")
        }
        let found = words[0] == "stdout" ? try outcome().stdout : try outcome().stderr
        let wanted = try contents(of: [words[1]])
        let (foundLines, wantedLines) = (found.components(separatedBy: "\n"), wanted.components(separatedBy: "\n"))
        for index in 0..<max(foundLines.count, wantedLines.count) {
            let foundLine = index < foundLines.count ? foundLines[index] : nil
            let wantedLine = index < wantedLines.count ? wantedLines[index] : nil
            guard let foundLine, let wantedLine, try Self.matches(foundLine, wantedLine) else {
                throw TestSupportError(
                    "\(words[0]), line \(index + 1): \(foundLine ?? "(no line)"), not \(wantedLine ?? "(no line)")")
            }
        }
    }

    // MARK: Their words

    private static func matches(_ line: String, _ pattern: String) throws -> Bool {
        let parts = pattern.components(separatedBy: "[..]").map(NSRegularExpression.escapedPattern)
        let regex = try NSRegularExpression(pattern: "^" + parts.joined(separator: ".*") + "$")
        return regex.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil
    }

    private func regex(_ words: [String]) throws -> Regex<AnyRegexOutput> {
        guard words.count == 1 else { throw TestSupportError("one pattern, in quotes when it has blanks") }
        return try Regex(words[0]).anchorsMatchLineEndings()
    }

    private func contents(of words: [String]) throws -> String {
        guard words.count == 1 else { throw TestSupportError("one file") }
        return try String(contentsOf: folder.appendingPathComponent(words[0]), encoding: .utf8)
    }

    private func number(_ words: [String]) throws -> Int {
        guard words.count == 1, let number = Int(words[0]) else { throw TestSupportError("one number") }
        return number
    }

    private func outcome() throws -> Tool.Outcome {
        guard let last else { throw TestSupportError("nothing has run yet") }
        return last
    }

    /// Puts the variables in: $PORT, $FIXTURES, $WORK. Other dollars stay.
    private func expand(_ text: String) -> String {
        variables.reduce(text) { $0.replacingOccurrences(of: "$\($1.key)", with: $1.value) }
    }
}
