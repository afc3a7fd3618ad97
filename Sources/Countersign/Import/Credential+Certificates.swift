extension Credential {
    /// Answers with an identity and other intermediates than its own, DER in any order. As with Apple's initialiser the
    /// leaf may be among them or not: it is sent once and first, and a root is never sent.
    ///
    /// Makes a new identity, so it is for setting up, not for the handshake. Throws `malformed` for bytes that are no
    /// certificate. Counterpart: URLCredential.init(identity:certificates:persistence:).
    @export(interface)
    public init(
        identity: Identity, certificates: [[UInt8]], persistence: CredentialPersistence = .forSession
    ) throws(ImportError) {
        let extended = try Identity(
            certificates: [identity.certificate] + certificates, privateKey: identity.privateKey)
        self.init(identity: extended, persistence: persistence)
    }
}
