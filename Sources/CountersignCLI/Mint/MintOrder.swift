import Countersign

/// What the command line orders.
struct MintOrder {
    let kind: MintKind
    let template: CertificateTemplate
    let keyType: KeyType
    let issuer: MintIssuer?
    let files: MintFiles

    init(_ arguments: Arguments) throws(UsageError) {
        kind = try MintKind(arguments.operands[0])
        keyType = try MintOrder.keyType(arguments)
        files = try MintFiles(arguments)
        if kind == .ca {
            for option in ["--issuer", "--issuer-key"] where arguments.has(option) {
                throw UsageError("'" + option + "' is of no use for a CA, which issues its own certificate")
            }
            issuer = nil
        } else {
            issuer = try MintIssuer(arguments)
        }
        var template = try MintOrder.validity(arguments, kind, issuer)
        template.organization = arguments.value("--organization")
        let hosts = arguments.values("--host")
        guard hosts.isEmpty || !kind.isAuthority else { throw UsageError("'--host' is of no use for an authority") }
        for host in hosts {
            guard let name = SubjectAlternativeName(host) else {
                throw UsageError(
                    "'" + host + "' is neither a DNS name (in ASCII: A-labels) nor an IP address for --host")
            }
            if !template.subjectAlternativeNames.contains(name) { template.subjectAlternativeNames.append(name) }
        }
        guard kind != .server || !hosts.isEmpty else {
            throw UsageError("a server needs '--host': clients look for it among the names, and nowhere else")
        }
        if kind == .server { template.extendedKeyUsages = [.serverAuth] }
        if kind == .client { template.extendedKeyUsages = [.clientAuth] }
        // A common name has 64 characters at most; a host's name may be longer, and then stands among the names only.
        template.commonName = arguments.value("--name") ?? hosts.first { $0.utf8.count <= 64 }
        guard template.commonName != nil || kind == .server else { throw UsageError("'--name' is required") }
        template.isAuthority = kind.isAuthority
        let pathLength = try arguments.number("--path-length", in: 0...255)
        guard pathLength == nil || kind.isAuthority else {
            throw UsageError("'--path-length' is of use for an authority only")
        }
        template.pathLength = pathLength ?? (kind == .intermediate ? 0 : nil)
        self.template = template
    }

    func make() throws(MintingError) -> Minted {
        try files.check()
        let key = try PrivateKey.generate(keyType)
        let certificate =
            if let issuer {
                try issuer.authority.issue(template, publicKeyInfo: key.publicKeyInfo)
            } else {
                try template.selfSigned(with: key)
            }
        return Minted(
            privateKey: key, certificate: certificate, label: template.commonName ?? template.organization,
            issuers: issuer?.certificates ?? [])
    }

    private static func keyType(_ arguments: Arguments) throws(UsageError) -> KeyType {
        guard let name = arguments.value("--key-type") else { return .p256 }
        for type in KeyType.allCases where type.name == name { return type }
        throw UsageError("'" + name + "' is none of p256, p384, rsa2048, rsa3072 and rsa4096")
    }

    private static func validity(
        _ arguments: Arguments, _ kind: MintKind, _ issuer: MintIssuer?
    ) throws(UsageError) -> CertificateTemplate {
        let begin = try date(arguments, "--not-before") ?? UnixTime(seconds: Clock.wallSeconds - 3_600)
        let given = try date(arguments, "--not-after")
        let days = try arguments.number("--days", in: 1...3_650_000)
        guard given == nil || days == nil else { throw UsageError("'--days' contradicts '--not-after'") }
        var end = given ?? UnixTime(seconds: begin.seconds + (days.map { Int64($0) } ?? kind.days) * 86_400)
        if let limit = issuer?.authority.notAfter, end > limit, given == nil, days == nil {
            end = limit
            Stream.error.line("note: it ends with its issuer, on " + limit.text)
        }
        return CertificateTemplate(notBefore: begin, notAfter: end)
    }

    private static func date(_ arguments: Arguments, _ option: String) throws(UsageError) -> UnixTime? {
        guard let text = arguments.value(option) else { return nil }
        guard let date = UnixTime(text) else {
            throw UsageError("'" + text + "' is no date for " + option + "; write 2026-11-30T12:00:00Z")
        }
        return date
    }
}
