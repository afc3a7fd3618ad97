/// What happened on the way to an established connection, for logs and tools. Plain data.
public struct ConnectionRecord: Sendable {
    /// How long each part took, in nanoseconds on the monotonic clock; 0 for what has not happened.
    public struct Times: Sendable {
        /// Name look-up.
        public internal(set) var lookup: Int64 = 0
        /// TCP, all attempts together.
        public internal(set) var connect: Int64 = 0
        /// From the ClientHello to the server's certificates.
        public internal(set) var certificate: Int64 = 0
        /// From there to the server's proof that it holds the key: key exchange and signature.
        public internal(set) var keyExchange: Int64 = 0
        /// The program's answers, evaluations included.
        public internal(set) var answers: Int64 = 0
        /// The rest, to the end of the handshake.
        public internal(set) var finish: Int64 = 0

        public var total: Int64 { lookup + connect + certificate + keyExchange + answers + finish }
    }

    public init() {}

    public internal(set) var handshake = HandshakeRecord()
    public internal(set) var times = Times()

    /// How many addresses were tried.
    public internal(set) var addressesTried = 0

    /// Whether the handshake was begun anew with TLS 1.2 alone, because mbedTLS 3.6.6 refused a signature scheme that
    /// it had offered itself.
    public internal(set) var isRetriedWithTLS12 = false

    /// How many identities the server has refused; each but the last was followed by another try.
    public internal(set) var identitiesRefused = 0

    /// Whether something was kept that a later connection can resume.
    public internal(set) var isSessionKept = false

    /// With a session store: why no session was resumed; nil when one was.
    public internal(set) var sessionRefusal: SessionRefusal?

    /// What was wrong with the store's file when the session was put there; the store in memory has it nevertheless.
    public internal(set) var sessionFileProblem: SessionRefusal?

    /// Whether a handler threw, which cancels.
    public internal(set) var didHandlerThrow = false
}
