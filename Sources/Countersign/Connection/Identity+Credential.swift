extension Identity: ClientIdentity {
    /// For the handshake; nil when this mbedTLS cannot use the key or a certificate, which ends a handshake that is
    /// answered with it with `.credentialRefused`.
    public var credential: CredentialHandle? { prepared?.credential }
}
