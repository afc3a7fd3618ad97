/// A TLS handshake that asks, and afterwards the connection that came of it. It does no I/O.
///
/// Call `advance()` until it is `.finished`: it says when bytes must be moved, and stops at each challenge until
/// `resolve(_:)`. It stops at most twice, first for the server's trust, then for a client certificate, and at the
/// latter only if the server asked for one. When it stops, the server has proven that it holds its certificate's
/// key, nothing that depends on the answer has been sent, no lock is held, and no timer runs.
///
/// Allocates nothing itself; the session underneath is one block of mbedTLS's and the shim's.
public struct Handshake: ~Copyable, Sendable {
    private enum State: Sendable {
        case running
        case challenge(AuthenticationMethod)
        case established
        case failed(ConnectionError)
    }

    var session: ShimSession
    private var state = State.running
    var peer = LentTable()
    private var schemes = InlineArray<32, UInt16>(repeating: 0)
    private var schemeCount = 0
    /// Kept alive while the session may use it.
    package private(set) var identity: (any ClientIdentity)?
    /// How long to remember it.
    package private(set) var persistence = CredentialPersistence.none
    /// Why this side gave up, until the alert has left.
    private var refusal: ConnectionError?
    var facts = HandshakeRecord()
    /// The path that the server was accepted by; nil without an evaluation.
    public internal(set) var verifiedPath: CertificationPath?

    /// With an offered session: what its pins came to, and once it was taken, when its server was accepted.
    var offeredPins: PinVerdict?
    var decided: UnixTime?

    /// Tells this handshake's trust from every other's: 64 random bits.
    public let identifier: UInt64

    /// A client's handshake. `serverName` goes into SNI (RFC 6066 §3): a DNS name, or empty for an IP address.
    /// `applicationProtocols` is a list for ALPN as on the wire (RFC 7301 §3.1), without its outer length.
    ///
    /// Throws `.invalidArgument`, `.unsupported` (a version that this library lacks), `.outOfMemory`,
    /// `.randomUnavailable`.
    public init(
        options: HandshakeOptions, serverName: Span<UInt8>, applicationProtocols: Span<UInt8>
    ) throws(ConnectionError) {
        var raw = SessionOptions()
        raw.minimumVersion = options.minimumVersion.rawValue
        raw.maximumVersion = options.maximumVersion?.rawValue ?? 0
        raw.keepsSessions = options.keepsSessions
        raw.allowsStaticRSA = !options.requiresForwardSecrecy
        let random = System.random()
        do throws(ShimError) {
            guard let random else { throw ShimError(.randomUnavailable) }
            session = try ShimSession(client: raw, serverName: serverName, applicationProtocols: applicationProtocols)
            identifier = random
        } catch {
            throw ConnectionError(error)
        }
    }

    /// A server's side, without challenges, for demonstrations and tests: mbedTLS itself judges clients.
    package init(
        serving identity: any ClientIdentity, clientAnchors: (any ClientIdentity)?, requiresClientCertificate: Bool,
        applicationProtocols: Span<UInt8>
    ) throws(ConnectionError) {
        var raw = SessionOptions()
        raw.clientCertificateRequest = clientAnchors == nil ? 0 : requiresClientCertificate ? 2 : 1
        do throws(ShimError) {
            guard let credential = identity.credential else { throw ShimError(.credentialRefused) }
            session = try ShimSession(
                server: raw, credential: credential, clientAnchors: clientAnchors?.credential,
                applicationProtocols: applicationProtocols)
            identifier = 0
        } catch {
            throw ConnectionError(error)
        }
    }

    // MARK: going on

    /// Goes as far as it can without bytes or answers from outside.
    ///
    /// Throws what ended the handshake, and the same again on every later call. Before it throws because this
    /// side gave up, it says `.wantsWrite` until the alert has left.
    public mutating func advance() throws(ConnectionError) -> Progress {
        switch state {
        case .challenge(let method): return .challenge(method)
        case .established: return .finished
        case .failed(let error): throw error
        case .running: break
        }
        switch session.step() {
        case .wantsRead: return .wantsRead
        case .wantsWrite: return .wantsWrite
        case .serverTrust: return pause(for: .serverTrust)
        case .clientCertificate: return pause(for: .clientCertificate)
        case .established:
            state = .established
            noteResumption()
            return .finished
        case .failed, .closed:
            // Where mbedTLS refused a certificate there was no pause, and the list is still to be had.
            facts.peerCertificateCount = session.peerChain(into: &peer)
            let error = failure()
            state = .failed(error)
            throw error
        }
    }

    /// Nothing more comes of it: the transport is gone.
    mutating func end(with error: ConnectionError) {
        state = .failed(error)
    }

    private mutating func pause(for method: AuthenticationMethod) -> Progress {
        switch method {
        case .serverTrust: facts.peerCertificateCount = session.peerChain(into: &peer)
        case .clientCertificate:
            var span = schemes.mutableSpan
            schemeCount = session.signatureSchemes(into: &span)
        }
        facts[method] = HandshakeRecord.Challenge()
        state = .challenge(method)
        return .challenge(method)
    }

    /// What the session says, with the reason why this side gave up, if it did.
    private func failure() -> ConnectionError {
        let reported = ConnectionError(session.failure)
        guard var refusal, reported.code == .aborted else {
            return reported.interpreted(afterClientCertificate: facts.clientCertificate)
        }
        refusal.alertSent = reported.alertSent
        return refusal
    }

    // MARK: the challenge

    /// The challenge that waits for an answer, if one does.
    public var pendingChallenge: AuthenticationMethod? {
        if case .challenge(let method) = state { method } else { nil }
    }

    /// Answers the challenge that waits. False when none does: then it changes nothing and is counted in the record.
    @discardableResult
    public mutating func resolve(_ answer: consuming ChallengeAnswer) -> Bool {
        guard case .challenge(let method) = state else {
            facts.ignoredAnswers += 1
            return false
        }
        state = .running
        facts[method]?.disposition = answer.disposition
        facts[method]?.pins = answer.pins
        switch answer.action {
        case .accept(let result) where method == .serverTrust:
            facts[method]?.trustResult = result
            verifiedPath = answer.path
            goOn()
        case .present(let identity, let persistence) where method == .clientCertificate:
            self.persistence = persistence
            present(identity)
        case .presentNothing where method == .clientCertificate:
            goOn()
        case .refuse(let code, let alert, let verdict):
            if let verdict { facts[method]?.trustResult = verdict.result }
            refuse(code, alert, verdict)
        case .accept, .present, .presentNothing:
            refuse(.credentialMismatch, .internalError, nil)
        }
        return true
    }

    /// What became of the server's question for a certificate, if it asked.
    var clientCertificateChallenge: HandshakeRecord.Challenge? { facts.clientCertificate }

    /// Why the session failed when it had been established.
    var sessionFailure: ConnectionError {
        ConnectionError(session.failure).interpreted(afterClientCertificate: facts.clientCertificate)
    }

    /// Counts answers that came to nothing before they reached the handshake.
    package mutating func count(ignoredAnswers: Int) {
        facts.ignoredAnswers += ignoredAnswers
    }

    private mutating func present(_ identity: any ClientIdentity) {
        self.identity = identity
        guard let credential = identity.credential else {
            refuse(.credentialRefused, .internalError, nil)
            return
        }
        if let code = session.useCredential(credential) {
            refuse(code, .internalError, nil)
        } else {
            facts.clientCertificate?.isIdentitySent = true
            goOn()
        }
    }

    private mutating func goOn() {
        if !session.resume() { refuse(.internal, .internalError, nil) }
    }

    private mutating func refuse(_ code: FailureCode, _ alert: Alert, _ verdict: TrustError?) {
        var error = ConnectionError(code)
        error.trust = verdict
        refusal = error
        session.abort(alert)
    }

    /// Gives up with an alert, at any time; `advance()` on until it throws.
    public mutating func cancel() {
        guard case .failed = state else {
            state = .running
            refuse(.cancelled, .userCanceled, nil)
            return
        }
    }

    // MARK: what is known

    /// Looks the peer's certificates up where there was no pause to do it: on a server's side.
    package mutating func notePeerCertificates() {
        facts.peerCertificateCount = session.peerChain(into: &peer)
    }

    /// The peer's certificates as it sent them, leaf first: at most the first 32. They are a claim, no more.
    public var peerCertificates: CertificateList {
        @_lifetime(borrow self)
        get { peer.list }
    }

    /// The issuers' names in the server's request for a certificate, while that challenge waits.
    public var distinguishedNames: DistinguishedNames {
        @_lifetime(borrow self)
        get {
            // The session keeps the request only until the handshake is over.
            guard pendingChallenge == .clientCertificate else { return DistinguishedNames(list: Span()) }
            return DistinguishedNames(list: session.authorities)
        }
    }

    /// The kinds of key that can answer the server's request for a certificate, while that challenge waits.
    public var acceptedKeys: KeyKinds { session.acceptedKeys }

    /// The signature schemes in the server's request for a certificate: at most the first 32.
    public var signatureSchemes: Span<UInt16> {
        @_lifetime(borrow self)
        get { schemes.span.extracting(first: schemeCount) }
    }

    /// The negotiated application protocol (ALPN), empty when there is none.
    public var applicationProtocol: Span<UInt8> {
        @_lifetime(borrow self)
        get { session.applicationProtocol }
    }

    public var phase: HandshakePhase { session.phase }

    /// From the peer, as far as they were taken from the transport.
    package var bytesReceived: UInt64 { session.bytesReceived }

    /// What has happened so far.
    public var record: HandshakeRecord {
        var record = facts
        record.version = session.version == 0 ? nil : ProtocolVersion(rawValue: session.version)
        record.cipherSuite = session.cipherSuite
        record.group = session.group
        record.isResumed = session.isResumed
        record.bytesReceived = session.bytesReceived
        record.bytesSent = session.bytesSent
        return record
    }
}
