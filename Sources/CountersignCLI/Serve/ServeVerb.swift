import Countersign

/// `countersign serve`: a small TLS server over the same mbedTLS, for demonstrations and tests.
enum ServeVerb {
    static let specification = VerbSpecification(
        name: "serve", operands: "", operandCount: 0...0,
        summary: "a small TLS server for demonstrations and tests",
        description: """
            Listens and answers: an HTTP request gets a short page, anything else is echoed. The first line on standard
            output says where it listens; standard error tells of each connection. Without client certificates, sessions
            of TLS 1.2 can be resumed by ticket. For demonstrations and tests only.
            """,
        options: [
            .init("--cert", "FILE", help: "the server's certificate and intermediates (required)"),
            .init("--key", "FILE", help: "its private key (in the same file by default)"),
            .init("--client-ca", "FILE", isRepeatable: true, help: "ask clients for a certificate by one of these"),
            .init("--require-client-certificate", help: "refuse clients without a certificate"),
            .init("--address", "ADDR", help: "listen there (127.0.0.1)"),
            .init("--port", "PORT", help: "listen on this port; 0 picks one (0)"),
            .init("--alpn", "LIST", help: "application protocols to accept, separated by commas"),
            .init("--count", "N", help: "end after this many connections"),
            .init("--idle", "SECONDS", help: "close a connection that is silent for so long (60)"),
        ] + PassphraseOptions.list)

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard let certificate = arguments.value("--cert") else { throw UsageError("'--cert' is required") }
        let identity = try InputFiles.identity(arguments, certificate: certificate)
        let files = arguments.values("--client-ca")
        let requires = arguments.has("--require-client-certificate")
        guard !requires || !files.isEmpty else {
            throw UsageError("'--require-client-certificate' needs '--client-ca'")
        }
        var protocols: [ApplicationProtocol] = []
        for name in (arguments.value("--alpn") ?? "").split(separator: ",") {
            guard let named = ApplicationProtocol(String(name)) else {
                throw UsageError("'" + String(name) + "' is no protocol name for --alpn")
            }
            protocols.append(named)
        }
        let server = Server(
            identity: identity, clientAnchors: files.isEmpty ? nil : try InputFiles.prepared(files),
            requiresClientCertificate: requires, protocols: protocols,
            idle: Int64(try arguments.number("--idle", in: 1...86_400) ?? 60) * 1_000_000_000)
        let address = arguments.value("--address") ?? "127.0.0.1"
        let port = UInt16(try arguments.number("--port", in: 0...65_535) ?? 0)
        guard let literal = NetworkAddress(literal: Array(address.utf8).span, port: port) else {
            throw UsageError("'" + address + "' is no IP address")
        }
        let limit = try arguments.number("--count", in: 1...1_000_000_000)
        do throws(ShimError) {
            try identity.credential?.makeTickets()
            var bound: UInt16 = 0
            let listener = try literal.listen(port: &bound)
            let isVersion6 = address.utf8.contains(UInt8(ascii: ":"))
            Stream.output.line("listening on " + (isVersion6 ? "[" + address + "]" : address) + ":" + String(bound))
            try server.run(listener, limit: limit)
            return .success
        } catch {
            let reason = ConnectionError(error).text
            throw UsageError("cannot listen on " + address + ": " + reason, exitCode: .networkFailed)
        }
    }
}
