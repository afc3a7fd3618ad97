/// What happened in a handshake, for logs and tools. Plain data.
public struct HandshakeRecord: Sendable {
    /// One challenge and what became of it.
    public struct Challenge: Sendable {
        /// The answer's `Disposition.rawValue`; nil while there is none.
        public internal(set) var disposition: Int?
        /// What evaluating the server's trust came to. `.invalid` with an accepted challenge says that the
        /// program accepted the server without evaluating it.
        public internal(set) var trustResult: TrustResult = .invalid
        /// What comparing the server's path with the declared pins came to; nil when none are declared.
        public internal(set) var pins: PinVerdict?
        /// Whether a client certificate was sent.
        public internal(set) var isIdentitySent = false
    }

    package init() {}

    public internal(set) var serverTrust: Challenge?
    public internal(set) var clientCertificate: Challenge?

    /// Answers that came when no challenge waited: each changed nothing.
    public internal(set) var ignoredAnswers = 0

    /// How many certificates the peer sent.
    public internal(set) var peerCertificateCount = 0

    /// Nil until it is negotiated.
    public internal(set) var version: ProtocolVersion?

    /// IANA's number, 0 until it is negotiated.
    public internal(set) var cipherSuite: UInt16 = 0

    /// IANA's number of the key exchange's group, 0 until known and where there is none.
    public internal(set) var group: UInt16 = 0

    /// The session was an earlier handshake's: there was no challenge, and `resumed` says what was decided then.
    public internal(set) var isResumed = false

    /// What became of the server-trust challenge of the handshake that a resumed session goes back to; its pins are those
    /// that were compared now.
    public internal(set) var resumed: Challenge?

    public internal(set) var bytesReceived: UInt64 = 0
    public internal(set) var bytesSent: UInt64 = 0

    /// How the challenge that the handshake stopped at was recorded, whichever it was.
    subscript(method: AuthenticationMethod) -> Challenge? {
        get { method == .serverTrust ? serverTrust : clientCertificate }
        set {
            if method == .serverTrust { serverTrust = newValue } else { clientCertificate = newValue }
        }
    }
}
