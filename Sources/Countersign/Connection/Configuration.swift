/// What a connection offers, whom it trusts, and who it is. A value: every combination of its fields has a meaning,
/// and a fresh one is the safe default.
///
/// Counterpart: URLSessionConfiguration, as far as TLS goes.
public struct Configuration: Sendable {
    /// Which anchors a server's certificates must lead to.
    public enum Anchors: Sendable {
        /// The system's, found when they are first needed.
        case system
        /// These and no others. Counterpart: SecTrustSetAnchorCertificates.
        case only(AnchorStore)
        /// The system's and these. Counterpart: SecTrustSetAnchorCertificatesOnly(trust, false).
        case systemAnd(AnchorStore)
    }

    private var oldest = ProtocolVersion.tls12
    private var newest: ProtocolVersion?

    /// The oldest version that is offered; TLS 1.2. Raising it above `maximumVersion` raises that too.
    /// Counterpart: tlsMinimumSupportedProtocolVersion.
    public var minimumVersion: ProtocolVersion {
        get { oldest }
        set {
            oldest = max(newValue, .tls12)
            if let newest, newest < oldest { self.newest = oldest }
        }
    }

    /// The newest version that is offered; nil is the newest that the library has. Lowering it below `minimumVersion`
    /// lowers that too, but never below TLS 1.2. Counterpart: tlsMaximumSupportedProtocolVersion.
    public var maximumVersion: ProtocolVersion? {
        get { newest }
        set {
            newest = newValue.map { max($0, .tls12) }
            if let newest, newest < oldest { oldest = newest }
        }
    }

    /// Offered in this order; none by default. A server that has none of them ends the handshake.
    public var applicationProtocols: [ApplicationProtocol] = []

    /// Whether key exchanges are refused that lose recorded traffic when the server's key leaks later. TLS 1.3 has
    /// no others.
    public var requiresForwardSecrecy = true

    /// The name to ask for (SNI) and to find in the server's certificate, where it is not the host that is connected
    /// to. A DNS name or an IP literal.
    public var serverName: String?

    /// The system's by default.
    public var anchors = Anchors.system

    /// The pins that servers must have on their verified paths. They bind whatever a handler answers; to decide alone, a
    /// handler's program declares none. Counterpart: NSPinnedDomains.
    public var pinnedDomains: PinnedDomains?

    /// Told of every path that lacks its pins, whether that refuses the server or not; nil tells nobody but the record.
    public var pinReporter: PinReporter?

    /// Sent by default handling when a server asks for a certificate; nil sends none. With several `identities`, the first.
    public var identity: (any ClientIdentity)? {
        get { identities.first }
        set { identities = newValue.map { [$0] } ?? [] }
    }

    /// The identities that default handling chooses from: a single one is sent whatever issuers the server names; of
    /// several, the first that `ProtectionSpace.accepts(_:)`, and none when there is no such.
    public var identities: [any ClientIdentity] = []

    private var attempts = 3

    /// How many identities a server may refuse before the connection has failed for good, 1 to 3; 3. With 1 nothing is
    /// tried again.
    public var identityAttempts: Int {
        get { attempts }
        set { attempts = min(max(newValue, 1), 3) }
    }

    /// Where answers to client-certificate challenges are remembered; nil remembers and proposes none. A fresh
    /// configuration has one of its own, which its copies share. Counterpart: urlCredentialStorage.
    public var credentialStorage: CredentialStorage? = CredentialStorage()

    /// Where verified paths are remembered; nil verifies every chain anew. A fresh configuration has one of its own for 16
    /// paths, which its copies share.
    public var verifiedPaths: VerifiedPathCache? = VerifiedPathCache()

    /// Where sessions are kept, to be resumed by later connections with the same decision; nil keeps none and resumes
    /// none. Copies of a configuration share it.
    public var sessionStore: SessionStore?

    /// Names what a handler or an event loop decides servers' trust by, such as "pins of June, warns about nothing". A
    /// resumed handshake raises no challenge, so without a name only `handshake()`, whose default handling is known, keeps
    /// and resumes sessions. With one, sessions are also kept that a handler accepted after evaluating the trust, and
    /// offered where a handler of the same name would be asked. Whoever changes what the handler does changes the name.
    public var handlerName: String?

    /// The date to evaluate at; nil is the system's clock at that moment. Counterpart: SecTrustSetVerifyDate.
    public var verifyDate: UnixTime?

    /// For boards without a clock: if the system's clock is before this, this is the date instead. The date of the
    /// build is a good one. It never turns a check off.
    public var floorDate: UnixTime?

    /// From the start of the look-up to the end of the handshake, all in one; 30 seconds. A slow peer cannot extend
    /// it. The time that handlers take to answer does not count.
    public var deadline = Duration.seconds(30)

    public init() {}
}
