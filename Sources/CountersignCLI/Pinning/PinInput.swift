import Countersign

/// What can be pinned, from a file or from a server.
struct PinInput {
    private(set) var subjects: [PinSubject] = []
    /// The server was trusted; a file isn't asked.
    private(set) var isVerified = true
    private(set) var exitCode = ExitCode.success

    init(_ subjects: [PinSubject] = []) {
        self.subjects = subjects
    }

    /// A file's, with the passphrase of the options where it needs one.
    static func subjects(_ path: String, _ arguments: Arguments) throws(UsageError) -> [PinSubject] {
        let file = try InputFiles.read(path)
        return try PassphraseOptions.with(arguments) { passphrase throws(ImportError) in
            try PinSubject.importing(file, passphrase: passphrase)
        } failure: { error in
            UsageError("'" + path + "': " + error.description, exitCode: .unreadableInput)
        }
    }

    /// A server's: those of the path that was verified. Without one, those of the certificates that it sent, which
    /// nothing vouches for. A server that goes on to refuse this client was verified before.
    static func live(_ target: String, _ arguments: Arguments) throws(UsageError) -> PinInput {
        var connection = try ConnectionOptions.connection(arguments, to: target)
        let answers = try Answers(arguments)
        var narrator = Narrator(style: Style(for: .error, isOff: arguments.has("--no-color")))
        var report = ProbeReport(target: target)
        narrator.begins(with: target)
        let failure = Asking.shakeHands(&connection, answers: answers, narrator: &narrator, report: &report)
        report.complete(connection, failure: failure)
        narrator.ends(with: report)
        var input = PinInput(subjects(of: report.path, connection.peerCertificates))
        if report.path == nil {
            input.isVerified = false
            input.exitCode = failure.map { ExitCode($0) } ?? .trustRefused
        }
        connection.close()
        return input
    }

    /// Those of the path; without one, those of the chain.
    private static func subjects(of path: CertificationPath?, _ chain: CertificateList) -> [PinSubject] {
        guard let path else { return (0..<chain.count).compactMap { subject(chain[$0]) } }
        var subjects: [PinSubject] = []
        for index in 0..<path.count {
            guard let entry = path[index] else { continue }
            let own = entry.position.chainIndex.flatMap { subject(chain[$0]) }
            subjects.append(own ?? PinSubject(anchor: entry))
        }
        return subjects
    }

    private static func subject(_ der: Span<UInt8>) -> PinSubject? {
        do throws(DERError) { return PinSubject(try Certificate(der)) } catch { return nil }
    }
}
