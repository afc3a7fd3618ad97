/// A TLS connection that asks before it trusts.
///
/// Two ways to use it. Blocking: `handshake { challenge in … }`, then `read`, `write`, `close`. In an event loop:
/// `start()`, then `advance()` whenever the descriptor is ready, answering each challenge with `resolve(_:)`, then
/// `readAvailable` and `writeAvailable`.
///
/// Setting it up allocates; shaking hands, answering, reading and writing do not. It can move to another thread, and
/// cannot be used by two at once.
///
/// Counterpart: URLSession's tasks, as far as a connection goes; NWConnection.
public struct Connection: ~Copyable, Sendable {
    /// Where it stands on the way to its peer.
    enum Stage: Sendable {
        case new
        case connecting
        case shakingHands
        case established
        case failed(ConnectionError)
        case closed
    }

    let host: [UInt8]
    let port: UInt16
    let configuration: Configuration
    let reference: ReferenceIdentifier
    /// The host itself, where it can be pinned.
    let pinnedHost: ReferenceIdentifier
    let pinnedDomains: PinnedDomains
    let protocols: [UInt8]
    /// What default handling decides by, and a named handler; nil where no sessions are kept.
    let decision: SHA256Digest?
    let handlerDecision: SHA256Digest?
    /// Nobody is asked in this handshake.
    var isDefaultHandling = false
    /// A session was offered, and the server has not answered yet.
    var isSessionOffered = false
    /// Where to go when that is not `host`.
    var target: [UInt8]
    var targetPort: UInt16
    var addresses = InlineArray<8, NetworkAddress?>(repeating: nil)
    var nextAddress = 0
    var stage = Stage.new
    var transport = SocketTransport()
    var tls: Handshake
    /// Both are readings of the monotonic clock.
    var deadline = Int64.max
    var attemptDeadline = Int64.max
    /// Nothing until a challenge needs them.
    var defaultAnchors = AnchorStore.nothing
    var addedAnchors = AnchorStore.nothing
    var stopwatch = Stopwatch()
    var log = ConnectionRecord()
    /// What the server has refused in this attempt.
    var failures = PreviousFailures()
    /// Whether this side ended it after a refusal.
    var hasGivenUp = false
    /// The last path that lacked its pins, whether that refused the server or was only reported.
    public internal(set) var pinReport: PinReport?

    /// A connection to `host`, which its certificate must name; nothing happens yet.
    ///
    /// Throws `.invalidArgument` when `host` (or the configuration's server name) is neither a DNS name nor an IP
    /// literal, `.unsupported` when the library lacks a version that is asked for, `.outOfMemory`,
    /// `.randomUnavailable`, or `.notFound` when the system's anchors are wanted and there are none.
    public init(
        to host: String, port: UInt16 = 443, configuration: Configuration = Configuration()
    ) throws(ConnectionError) {
        let bytes = Array(host.utf8)
        let named = configuration.serverName.map { Array($0.utf8) } ?? bytes
        guard let reference = ReferenceIdentifier(host: named.span) else { throw ConnectionError(.invalidArgument) }
        let protocols = configuration.applicationProtocols.flatMap { [UInt8($0.bytes.count)] + $0.bytes }
        self.tls = try Connection.makeHandshake(
            reference, configuration, protocols, maximumVersion: configuration.maximumVersion)
        self.host = bytes
        self.port = port
        self.target = bytes
        self.targetPort = port
        self.configuration = configuration
        self.reference = reference
        let pinnedDomains = configuration.pinnedDomains ?? .nothing
        self.pinnedDomains = pinnedDomains
        if configuration.sessionStore != nil {
            let fingerprint = DecisionFingerprint(
                host: bytes, port: port, reference: named, protocols: protocols, pins: pinnedDomains,
                configuration: configuration)
            decision = fingerprint.digest
            handlerDecision = configuration.handlerName.map { fingerprint.digest(handler: $0) }
        } else {
            decision = nil
            handlerDecision = nil
        }
        self.pinnedHost = ReferenceIdentifier(host: bytes.span) ?? reference
        self.protocols = protocols
    }

    /// Goes to another address than the host's own, whose certificate must still name the host: for tests, tunnels
    /// and names that do not resolve yet. To be called before the start.
    public mutating func connect(through address: String, port: UInt16? = nil) {
        target = Array(address.utf8)
        targetPort = port ?? self.port
    }

    static func makeHandshake(
        _ reference: ReferenceIdentifier, _ configuration: Configuration, _ protocols: [UInt8],
        maximumVersion: ProtocolVersion?
    ) throws(ConnectionError) -> Handshake {
        var options = HandshakeOptions()
        options.minimumVersion = configuration.minimumVersion
        options.maximumVersion = maximumVersion
        options.requiresForwardSecrecy = configuration.requiresForwardSecrecy
        options.keepsSessions = configuration.sessionStore != nil
        // SNI is for DNS names alone (RFC 6066 §3).
        if case .dnsID(let name) = reference {
            return try Handshake(options: options, serverName: name.bytes, applicationProtocols: protocols.span)
        }
        return try Handshake(options: options, serverName: Span(), applicationProtocols: protocols.span)
    }

    // MARK: what is known

    /// For poll(2) and its kind; -1 while there is none. It changes when another address is tried or the handshake is
    /// begun anew, so ask again after each `advance()`.
    public var fileDescriptor: Int32 { transport.descriptor.number }

    /// Nanoseconds until the deadline, for an event loop's time-out; never negative.
    public var timeLeft: Int64 { max(0, deadline == .max ? .max : deadline - Clock.monotonicNanoseconds) }

    /// The kind of challenge that waits for an answer, if one does.
    public var pendingChallenge: AuthenticationMethod? { tls.pendingChallenge }

    /// The challenge that waits for an answer: read it, then `resolve(_:)`.
    public var challenge: AuthenticationChallenge? {
        @_lifetime(borrow self)
        get {
            switch tls.pendingChallenge {
            case .serverTrust: AuthenticationChallenge(protectionSpace: serverTrustSpace, pins: pins)
            case .clientCertificate:
                AuthenticationChallenge(
                    protectionSpace: clientCertificateSpace, proposedCredential: proposedCredential,
                    previousFailures: failures)
            case nil: nil
            }
        }
    }

    /// The peer's certificates as it sent them, leaf first.
    public var peerCertificates: CertificateList {
        @_lifetime(borrow self)
        get { tls.peerCertificates }
    }

    /// The negotiated application protocol's bytes (ALPN); empty when there is none.
    public var negotiatedApplicationProtocol: Span<UInt8> {
        @_lifetime(borrow self)
        get { tls.applicationProtocol }
    }

    public var negotiatedVersion: ProtocolVersion? { tls.record.version }

    public var negotiatedCipherSuite: CipherSuite { CipherSuite(rawValue: tls.record.cipherSuite) }

    /// What has happened so far.
    public var record: ConnectionRecord {
        var record = log
        record.handshake = tls.record
        return record
    }
}
