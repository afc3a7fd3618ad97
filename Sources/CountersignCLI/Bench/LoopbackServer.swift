import Countersign

/// A server in the same process and thread: it goes on whenever the client waits.
struct LoopbackServer: ~Copyable {
    let anchors: AnchorStore
    private let identity: Identity
    private let listener: Descriptor
    private let port: UInt16

    private static let address = Array("127.0.0.1".utf8)

    /// Makes a root, an intermediate and the server's own certificate, each with a key of this type.
    init(_ keyType: String) throws(UsageError) {
        guard let type = KeyType.allCases.first(where: { $0.name == keyType }), type != .rsa3072, type != .rsa4096
        else {
            throw UsageError("'--key-type' wants p256, p384 or rsa2048")
        }
        let made: (root: [UInt8], identity: Identity)
        do throws(MintingError) {
            made = try LoopbackServer.mint(type)
        } catch {
            throw UsageError("no certificates for the server: " + error.description, exitCode: .unreadableInput)
        }
        var bound: UInt16 = 0
        let listener = try LoopbackServer.listen(&bound)
        do throws(ShimError) {
            try made.identity.credential?.makeTickets()
        } catch {
            throw UsageError("no tickets for the server: " + ConnectionError(error).text, exitCode: .handshakeFailed)
        }
        self.init(made.root, made.identity, listener, port: bound)
    }

    private init(_ root: [UInt8], _ identity: Identity, _ listener: consuming Descriptor, port: UInt16) {
        anchors = AnchorStore(certificates: [root])
        self.identity = identity
        self.listener = listener
        self.port = port
    }

    private static func listen(_ port: inout UInt16) throws(UsageError) -> Descriptor {
        do throws(ShimError) {
            guard let literal = NetworkAddress(literal: address.span, port: 0) else { throw ShimError(.notFound) }
            return try literal.listen(port: &port)
        } catch {
            throw UsageError("cannot listen: " + ConnectionError(error).text, exitCode: .networkFailed)
        }
    }

    private static func mint(_ type: KeyType) throws(MintingError) -> (root: [UInt8], identity: Identity) {
        // One moment for all: none outlives its issuer.
        let now = Clock.wallSeconds
        let root = try CertificateAuthority.selfSigned(
            template("Bench Root", isAuthority: true, now: now), with: try PrivateKey.generate(type))
        let key = try PrivateKey.generate(type)
        let issuing = try root.issue(
            template("Bench Issuing", isAuthority: true, now: now), publicKeyInfo: key.publicKeyInfo)
        var leaf = template("localhost", isAuthority: false, now: now)
        leaf.extendedKeyUsages = [.serverAuth]
        if let name = SubjectAlternativeName("localhost") { leaf.subjectAlternativeNames = [name] }
        let own = try PrivateKey.generate(type)
        let issuer = try CertificateAuthority(certificate: issuing, privateKey: key)
        let certificate = try issuer.issue(leaf, publicKeyInfo: own.publicKeyInfo)
        return (root.certificate, try identity([certificate, issuing], own))
    }

    private static func identity(_ certificates: [[UInt8]], _ key: PrivateKey) throws(MintingError) -> Identity {
        do throws(ImportError) {
            return try Identity(certificates: certificates, privateKey: key)
        } catch {
            throw MintingError(error)
        }
    }

    private static func template(_ name: String, isAuthority: Bool, now: Int64) -> CertificateTemplate {
        var template = CertificateTemplate(
            commonName: name, notBefore: UnixTime(seconds: now - 3_600), notAfter: UnixTime(seconds: now + 86_400))
        template.isAuthority = isAuthority
        return template
    }

    /// One handshake, and what the client noted of it.
    func shakeHands(_ configuration: Configuration) throws(ConnectionError) -> ConnectionRecord {
        var client = try Connection(to: "localhost", port: port, configuration: configuration)
        client.connect(through: "127.0.0.1", port: port)
        try client.start()
        var server = try accept()
        while true {
            switch try client.advance() {
            case .finished:
                let record = client.record
                client.close()
                return record
            case .challenge: client.resolve(.performDefaultHandling)
            case .wantsRead, .wantsWrite:
                if server.isEstablished || client.timeLeft == 0 {
                    try wait(client.fileDescriptor, until: Clock.monotonicNanoseconds &+ min(client.timeLeft, 1 << 60))
                } else {
                    _ = try server.advance()
                }
            }
        }
    }

    private func accept() throws(ConnectionError) -> AcceptedConnection {
        let limit = Clock.monotonicNanoseconds + 5_000_000_000
        let descriptor: Descriptor
        do throws(ShimError) {
            _ = try Readiness.wait(for: .readable, on: listener.number, until: limit)
            descriptor = try listener.accept()
        } catch {
            throw ConnectionError(error)
        }
        return try AcceptedConnection(
            descriptor, identity: identity, clientAnchors: nil, requiresClientCertificate: false, protocols: [])
    }

    private func wait(_ descriptor: Int32, until deadline: Int64) throws(ConnectionError) {
        do throws(ShimError) {
            _ = try Readiness.wait(for: .readable, on: descriptor, until: deadline)
        } catch {
            throw ConnectionError(error)
        }
    }
}
