import Countersign

/// `countersign policy`: policies as files.
enum PolicyVerb {
    static let specification = VerbSpecification(
        name: "policy", operands: "lint|convert|test FILE [HOST[:PORT]]", operandCount: 2...3,
        summary: "check, convert and try out a policy file",
        description: """
            Reads a policy: this library's own JSON, TrustKit's or App Transport Security's property list (XML), Android's
            network_security_config, or OkHttp's pins; which of them is told by the content.

            lint     tells what is wrong with it, on standard output
            convert  writes it in another format; what that can't say is told on standard error
            test     probes HOST under it; all of probe's options hold
            """,
        options: [
            .init(
                "--certs", "FILE", isRepeatable: true, help: "lint: certificates and keys that the pins should be of"),
            .init("--live", "HOST[:PORT]", help: "lint: the same from a server's verified path"),
            .init("--public-suffixes", "FILE", help: "lint: the list of publicsuffix.org (Debian's, if it is there)"),
            .init(
                "--to", "FORMAT",
                help: "convert: countersign (the default), okhttp, curl, trustkit, android, nspinneddomains"),
            .init("--out", "FILE", help: "convert: write there and not to standard output"),
            .init("--force", help: "convert: replace a file that is there already"),
            .init("--json", help: "the answer as one JSON object (lint, test)"),
        ] + ConnectionOptions.list)

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let command = Array(arguments.operands[0].utf8)
        let path = arguments.operands[1]
        if command.elementsEqual("test".utf8) {
            guard arguments.operands.count == 3 else { throw UsageError("missing operand: HOST[:PORT]") }
            return try ProbeVerb.probe(arguments.operands[2], arguments, under: try PolicyInput(path).usable())
        }
        let isLint = command.elementsEqual("lint".utf8)
        guard isLint || command.elementsEqual("convert".utf8) else {
            throw UsageError("'" + arguments.operands[0] + "' is none of lint, convert and test")
        }
        guard arguments.operands.count == 2 else {
            throw UsageError("too many operands: '" + arguments.operands[2] + "'")
        }
        return isLint ? try lint(path, arguments) : try convert(path, arguments)
    }

    private static func lint(_ path: String, _ arguments: Arguments) throws(UsageError) -> ExitCode {
        let input = try PolicyInput(path)
        let suffixes = try suffixes(arguments)
        let date = try ConnectionOptions.date(arguments) ?? UnixTime(seconds: Clock.wallSeconds)
        var subjects: [PinSubject] = []
        for file in arguments.values("--certs") { subjects += try PinInput.subjects(file, arguments) }
        if let target = arguments.value("--live") {
            let live = try PinInput.live(target, arguments)
            guard live.isVerified else { return live.exitCode }
            subjects += live.subjects
        }
        let lint = PolicyLint(at: date, suffixes: suffixes, certificates: subjects)
        var findings = input.conversion.findings
        // A single pin that another format permits has been told of where it stands.
        for finding in lint.findings(of: input.conversion.policy)
        where !findings.contains(where: {
            $0.rule == finding.rule && $0.rule == .singlePin && $0.subject.utf8.elementsEqual(finding.subject.utf8)
        }) {
            findings.append(finding)
        }
        let report = FindingsReport(input: input, findings: findings)
        if arguments.has("--json") {
            var writer = JSONWriter()
            report.write(to: &writer, suffixes: suffixes)
            Stream.output.write(writer.bytes + [0x0A])
        } else {
            Stream.output.write(report.text(Style(for: .output, isOff: arguments.has("--no-color"))))
        }
        return report.isClean ? .success : .findings
    }

    private static func suffixes(_ arguments: Arguments) throws(UsageError) -> PublicSuffixes {
        guard let path = arguments.value("--public-suffixes") else {
            return PublicSuffixes(contentsOfFile: PublicSuffixes.systemPath) ?? PublicSuffixes()
        }
        return PublicSuffixes(try InputFiles.read(path), path: path)
    }

    private static func convert(_ path: String, _ arguments: Arguments) throws(UsageError) -> ExitCode {
        let input = try PolicyInput(path)
        let name = arguments.value("--to") ?? PolicyFormat.countersign.name
        guard let format = PolicyFormat.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            throw UsageError("'" + name + "' is no format for --to")
        }
        let written = PolicyConversion.text(of: input.conversion.policy, as: format)
        let report = FindingsReport(input: input, findings: input.conversion.findings + written.findings)
        let style = Style(for: .error, isOff: arguments.has("--no-color"))
        for finding in report.findings { Stream.error.write(FindingsReport.line(finding, style)) }
        guard input.conversion.isUsable else {
            Stream.error.line("countersign policy: '" + path + "' has errors: nothing is written")
            return .findings
        }
        if let out = arguments.value("--out") {
            do throws(MintingError) {
                try OutputFile.write(
                    written.text.span, to: out, isSecret: false, replacing: arguments.has("--force"))
            } catch {
                let hint = error.code == .fileExists ? "; --force replaces it" : ""
                throw UsageError("cannot write: " + error.detail + hint, exitCode: .unwritableOutput)
            }
        } else {
            Stream.output.write(written.text)
        }
        return report.isClean ? .success : .findings
    }
}
