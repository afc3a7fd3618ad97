/// What a challenge is about: which server, and what it asks.
///
/// Counterpart: URLProtectionSpace.
public struct ProtectionSpace: ~Escapable {
    /// The host as the program named it, in UTF-8: a DNS name or an IP literal.
    public let hostBytes: Span<UInt8>

    /// The port in host order.
    public let port: UInt16

    public let authenticationMethod: AuthenticationMethod

    /// The server's trust, with the configuration's anchors, policy and date in place; nil in a
    /// client-certificate challenge. Change a copy and evaluate it, as with SecTrust.
    public let serverTrust: ServerTrust?

    /// The issuers that the server would accept a client certificate from; empty when it did not say, and in a
    /// server-trust challenge.
    public let distinguishedNames: DistinguishedNames

    /// The signature schemes that the server would accept from a client (IANA numbers, RFC 8446 §4.2.3), most
    /// wanted first; empty in a server-trust challenge.
    public let signatureSchemes: Span<UInt16>

    /// The kinds of private key that can answer: what the server listed (signature schemes, and in TLS 1.2 certificate
    /// types), with the version and the cipher suite that were negotiated, as far as mbedTLS can. Empty in a server-trust
    /// challenge.
    public let acceptedKeys: KeyKinds

    /// A server-trust challenge's space.
    @_lifetime(copy hostBytes, copy serverTrust)
    public init(hostBytes: Span<UInt8>, port: UInt16, serverTrust: ServerTrust) {
        self.hostBytes = hostBytes
        self.port = port
        self.authenticationMethod = .serverTrust
        self.serverTrust = serverTrust
        self.distinguishedNames = DistinguishedNames(list: Span())
        self.signatureSchemes = Span()
        self.acceptedKeys = KeyKinds(rawValue: 0)
    }

    /// A client-certificate challenge's space.
    @_lifetime(copy hostBytes, copy distinguishedNames, copy signatureSchemes)
    public init(
        hostBytes: Span<UInt8>, port: UInt16, distinguishedNames: DistinguishedNames, signatureSchemes: Span<UInt16>,
        acceptedKeys: KeyKinds
    ) {
        self.hostBytes = hostBytes
        self.port = port
        self.authenticationMethod = .clientCertificate
        self.serverTrust = nil
        self.distinguishedNames = distinguishedNames
        self.signatureSchemes = signatureSchemes
        self.acceptedKeys = acceptedKeys
    }
}
