/// Certificates, and perhaps a key, in the form that mbedTLS works with: made once, shared by all connections.
package final class PreparedCredential: ClientIdentity {
    private let memory: CredentialMemory

    package var credential: CredentialHandle? { memory.handle }

    /// Certificates in DER, the first one being the key's; without a key they can only be anchors.
    ///
    /// Throws `.credentialRefused` for a certificate that mbedTLS cannot read, `.keyMalformed`, `.keyMismatch`,
    /// `.outOfMemory`.
    package init(certificates: [[UInt8]], key: Span<UInt8>?) throws(ShimError) {
        var memory = try CredentialMemory()
        for certificate in certificates { try memory.add(certificate: certificate.span) }
        if let key { try memory.set(key: key) }
        self.memory = memory
    }

    /// The same with a key that is elsewhere. Throws `.unsupported` too: for a key that isn't RSA.
    package init(certificates: [[UInt8]], signer: any KeySigner) throws(ShimError) {
        var memory = try CredentialMemory()
        for certificate in certificates { try memory.add(certificate: certificate.span) }
        try memory.set(signer: signer)
        self.memory = memory
    }
}
