import Countersign

/// The options of every verb that connects, and the configuration that they come to.
enum ConnectionOptions {
    static let list: [OptionSpecification] =
        [
            .init("--connect", "ADDR[:PORT]", help: "go there instead, but validate HOST"),
            .init("--ca", "FILE", isRepeatable: true, help: "trust these anchors (PEM or DER) and no others"),
            .init("--system", help: "with --ca: trust the system's anchors too"),
            .init(
                "--pin", "PIN", isRepeatable: true,
                help: "HOST must have one of these keys on its path, such as sha256/..."),
            .init("--policy", "FILE", help: "connect under this policy; all formats of 'policy lint' are read"),
            .init("--cert", "FILE", help: "the client's certificate and intermediates, if it is asked for"),
            .init("--key", "FILE", help: "the private key of --cert"),
            .init("--p12", "FILE", help: "the client's identity from a PKCS #12 file, instead of --cert and --key"),
            .init("--p12-label", "LABEL", help: "which identity of --p12, where it has several"),
            .init("--alpn", "LIST", help: "application protocols to offer, separated by commas"),
            .init("--min-tls", "1.2|1.3", help: "the oldest version to offer (1.2)"),
            .init("--max-tls", "1.2|1.3", help: "the newest version to offer (the library's newest)"),
            .init("--time", "ISO8601", help: "evaluate at this date, such as 2026-11-30T12:00:00Z"),
            .init("--deadline", "SECONDS", help: "for look-up, connect and handshake together (30)"),
            .init("--answer", "ANSWER", help: "to the server-trust challenge: default, cancel or reject"),
            .init(
                "--answer-client", "ANSWER", help: "to the client-certificate challenge: default, none, cancel, reject"),
            .init("--dangerously-accept-any-server", help: "DANGEROUS: trust whoever answers; for tests only"),
            .init("--no-color", help: "no colours, not even on a terminal"),
        ] + PassphraseOptions.list

    /// Of the verbs that make one connection and tell of it.
    static let sessionStore = OptionSpecification(
        "--session-store", "FILE", help: "resume the session that is kept in FILE, and keep the next one there")

    static func configuration(_ arguments: Arguments) throws(UsageError) -> Configuration {
        var configuration = Configuration()
        if let path = arguments.value("--session-store") {
            configuration.sessionStore = SessionStore(file: path)
            configuration.handlerName = try Answers(arguments).name
        }
        configuration.anchors = try anchors(arguments)
        configuration.identity = try identity(arguments)
        // One handshake is what is told of.
        configuration.identityAttempts = 1
        if let oldest = try version(arguments, "--min-tls") { configuration.minimumVersion = oldest }
        if let newest = try version(arguments, "--max-tls") {
            guard newest >= configuration.minimumVersion else {
                throw UsageError("--max-tls is older than --min-tls")
            }
            configuration.maximumVersion = newest
        }
        if let list = arguments.value("--alpn") {
            for name in list.split(separator: ",") {
                guard let named = ApplicationProtocol(String(name)) else {
                    throw UsageError("'" + String(name) + "' is no protocol name for --alpn")
                }
                configuration.applicationProtocols.append(named)
            }
        }
        configuration.verifyDate = try date(arguments)
        if let text = arguments.value("--deadline") { configuration.deadline = try duration(text) }
        return configuration
    }

    /// What `--time` says.
    static func date(_ arguments: Arguments) throws(UsageError) -> UnixTime? {
        guard let text = arguments.value("--time") else { return nil }
        guard let date = UnixTime(text) else {
            throw UsageError("'" + text + "' is no date for --time; write 2026-11-30T12:00:00Z")
        }
        return date
    }

    /// Seconds with up to three decimals.
    private static func duration(_ text: String) throws(UsageError) -> Duration {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count <= 2, let whole = Int64(parts[0]), whole >= 0, whole <= 1_000_000 {
            guard parts.count == 2 else { return .seconds(whole) }
            let digits = String(parts[1])
            if let fraction = Int64(digits), fraction >= 0, (1...3).contains(digits.utf8.count) {
                let scale: Int64 = digits.utf8.count == 1 ? 100 : digits.utf8.count == 2 ? 10 : 1
                return .milliseconds(whole * 1_000 + fraction * scale)
            }
        }
        throw UsageError("'" + text + "' is no number of seconds for --deadline")
    }

    private static func version(_ arguments: Arguments, _ name: String) throws(UsageError) -> ProtocolVersion? {
        switch arguments.value(name) {
        case nil: return nil
        case "1.2": return .tls12
        case "1.3": return .tls13
        default: throw UsageError("'" + name + "' wants 1.2 or 1.3")
        }
    }

    private static func anchors(_ arguments: Arguments) throws(UsageError) -> Configuration.Anchors {
        let files = arguments.values("--ca")
        guard !files.isEmpty else { return .system }
        let store = try InputFiles.anchors(files)
        return arguments.has("--system") ? .systemAnd(store) : .only(store)
    }

    /// What `--pin` says about the host. There is no backup to be asked for: it is one command.
    private static func pinnedDomains(_ arguments: Arguments, host: String) throws(UsageError) -> PinnedDomains? {
        let texts = arguments.values("--pin")
        guard !texts.isEmpty else { return nil }
        do throws(PinningError) {
            var domain = PinnedDomain(host)
            for text in texts { domain.pins.append(try Pin(text)) }
            domain.allowsMissingBackupPin = true
            return try PinnedDomains([domain])
        } catch {
            throw UsageError(error.description)
        }
    }

    private static func identity(_ arguments: Arguments) throws(UsageError) -> Identity? {
        if let store = arguments.value("--p12") {
            guard !arguments.has("--cert"), !arguments.has("--key") else {
                throw UsageError("'--p12' contradicts '--cert' and '--key'")
            }
            let file = try InputFiles.read(store)
            return try PassphraseOptions.with(arguments) { passphrase throws(ImportError) in
                try Identity.importing(file, passphrase: passphrase, label: arguments.value("--p12-label"))
            } failure: { error in
                UsageError("no identity from '" + store + "': " + error.description, exitCode: .unreadableInput)
            }
        }
        guard let certificate = arguments.value("--cert") else {
            guard !arguments.has("--key") else { throw UsageError("--key is of no use without --cert") }
            return nil
        }
        return try InputFiles.identity(arguments, certificate: certificate)
    }

    /// What `--policy` says, for a host. The anchors of `--ca` go before those of the policy.
    private static func apply(
        _ policy: Policy, _ arguments: Arguments, to configuration: inout Configuration, host: String
    ) throws(UsageError) {
        guard !arguments.has("--pin") else { throw UsageError("'--pin' contradicts the policy") }
        let anchors = configuration.anchors
        let newest = configuration.maximumVersion
        do throws(PolicyError) {
            try policy.apply(to: &configuration, host: host)
        } catch {
            throw UsageError("the policy: " + error.description, exitCode: .unreadableInput)
        }
        if arguments.has("--ca") { configuration.anchors = anchors }
        if let newest, newest < configuration.minimumVersion {
            throw UsageError("--max-tls is older than the policy permits")
        }
    }

    /// HOST[:PORT] and the options, as a connection that is ready to start.
    static func connection(
        _ arguments: Arguments, to target: String? = nil, under policy: Policy? = nil
    ) throws(UsageError) -> Connection {
        let target = target ?? arguments.operands[0]
        return try connection(arguments, try configuration(arguments, for: target, under: policy), to: target)
    }

    /// With the pins of HOST[:PORT], or what `--policy` or a policy that was read before says of it.
    static func configuration(
        _ arguments: Arguments, for target: String, under given: Policy? = nil
    ) throws(UsageError) -> Configuration {
        let host = try Endpoint(target).host
        var configuration = try configuration(arguments)
        configuration.pinnedDomains = try pinnedDomains(arguments, host: host)
        var policy = given
        if let path = arguments.value("--policy") {
            guard given == nil else { throw UsageError("'--policy' contradicts the policy that is named already") }
            policy = try PolicyInput(path).usable()
        }
        if let policy { try apply(policy, arguments, to: &configuration, host: host) }
        return configuration
    }

    /// The same with a configuration that was made before.
    static func connection(
        _ arguments: Arguments, _ configuration: Configuration, to target: String
    ) throws(UsageError) -> Connection {
        let endpoint = try Endpoint(target)
        let elsewhere: Endpoint?
        if let text = arguments.value("--connect") { elsewhere = try Endpoint(text) } else { elsewhere = nil }
        do throws(ConnectionError) {
            var connection = try Connection(
                to: endpoint.host, port: endpoint.port ?? 443, configuration: configuration)
            if let elsewhere { connection.connect(through: elsewhere.host, port: elsewhere.port) }
            return connection
        } catch {
            guard error.code != .invalidArgument else {
                throw UsageError("'" + endpoint.host + "' is neither a DNS name nor an IP address")
            }
            throw UsageError(error.text, exitCode: ExitCode(error))
        }
    }
}
