import Countersign

/// `countersign verify`: a verdict without a connection.
enum VerifyVerb {
    static let specification = VerbSpecification(
        name: "verify", operands: "", operandCount: 0...0,
        summary: "judge a certificate offline",
        description: """
            Builds a path from the first certificate of --peer to an anchor and judges it, as a connection would.
            """,
        options: [
            .init("--peer", "FILE", help: "the certificate to judge, and others that may help (required)"),
            .init("--untrusted", "FILE", isRepeatable: true, help: "more certificates that may help"),
            .init("--anchor", "FILE", isRepeatable: true, help: "trust these anchors (PEM or DER)"),
            .init("--system", help: "trust the system's anchors (the default without --anchor)"),
            .init("--host", "NAME|IP", help: "whom the certificate must name; any name without it"),
            .init("--eku", "PURPOSE", help: "serverAuth (the default), clientAuth or any"),
            .init("--time", "ISO8601", help: "judge at this date, such as 2026-11-30T12:00:00Z"),
            .init("--crl", "FILE", isRepeatable: true, help: "revocation lists (PEM or DER); nothing is ever fetched"),
            .init("--ocsp", "FILE", isRepeatable: true, help: "OCSP responses (DER), likewise"),
            .init("--revocation", "MODE", help: "with these: soft (the default), or hard: each certificate needs one"),
            .init("--max-depth", "N", help: "at most this many certificates between the first and the anchor"),
            .init("--allow-weak", help: "accept small keys and SHA-1, for old devices"),
            .init("--json", help: "the answer as one JSON object"),
            .init("--no-color", help: "no colours, not even on a terminal"),
        ])

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard let peer = arguments.value("--peer") else { throw UsageError("'--peer' is required") }
        var certificates = try InputFiles.certificates(peer)
        for path in arguments.values("--untrusted") { certificates += try InputFiles.certificates(path) }
        let files = arguments.values("--anchor")
        let anchors = files.isEmpty ? AnchorStore(certificates: []) : try InputFiles.anchors(files)
        let defaults =
            files.isEmpty || arguments.has("--system") ? SystemAnchors.shared : AnchorStore(certificates: [])
        let chain = CertificateChain(certificates: certificates)
        let lists = CertificateChain(certificates: try revocationLists(arguments))
        let mode = try revocation(arguments)
        var trust = ServerTrust(
            certificateChain: chain.list, defaultAnchors: defaults.view, policy: try policy(arguments),
            verifyDate: try ConnectionOptions.date(arguments) ?? UnixTime(seconds: Clock.wallSeconds)
        ).anchored(to: anchors.view, only: false).checkingRevocation(lists.list, mode)
        var report = VerifyReport(name: peer)
        report.judge(&trust)
        if arguments.has("--json") {
            var writer = JSONWriter()
            report.write(to: &writer)
            Stream.output.write(writer.bytes + [0x0A])
        } else {
            Stream.output.write(report.text(Style(for: .output, isOff: arguments.has("--no-color"))))
        }
        return report.error == nil ? .success : .trustRefused
    }

    private static func revocationLists(_ arguments: Arguments) throws(UsageError) -> [[UInt8]] {
        var lists: [[UInt8]] = []
        for path in arguments.values("--crl") { lists += try InputFiles.revocationLists(path) }
        for path in arguments.values("--ocsp") { lists.append(try InputFiles.statusResponse(path)) }
        return lists
    }

    private static func revocation(_ arguments: Arguments) throws(UsageError) -> TrustPolicy.Revocation {
        let hasLists = arguments.has("--crl") || arguments.has("--ocsp")
        switch arguments.value("--revocation") {
        case nil: return hasLists ? .softFail : .ignored
        case "soft" where hasLists: return .softFail
        case "hard" where hasLists: return .hardFail
        case "soft", "hard": throw UsageError("'--revocation' needs '--crl' or '--ocsp'")
        default: throw UsageError("'--revocation' wants soft or hard")
        }
    }

    private static func policy(_ arguments: Arguments) throws(UsageError) -> TrustPolicy {
        var policy: TrustPolicy
        switch arguments.value("--eku") {
        case nil, "serverAuth": policy = .ssl(server: true, hostname: nil)
        case "clientAuth": policy = .ssl(server: false, hostname: nil)
        case "any": policy = .basicX509()
        default: throw UsageError("'--eku' wants serverAuth, clientAuth or any")
        }
        if let host = arguments.value("--host") {
            guard let identifier = ReferenceIdentifier(host: Array(host.utf8).span) else {
                throw UsageError("'" + host + "' is neither a DNS name nor an IP address")
            }
            policy.identifier = identifier
        }
        if let depth = try arguments.number("--max-depth", in: 0...(CertificationPath.capacity - 2)) {
            policy.maximumIntermediates = depth
        }
        if arguments.has("--allow-weak") { policy.strength = .legacyDevices }
        return policy
    }
}
