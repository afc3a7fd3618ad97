/// What is asked of a path besides RFC 5280: a purpose, an identity, strengths and limits. Replaceable on a trust.
///
/// Counterpart: SecPolicy.
public struct TrustPolicy: Sendable {
    /// What the end entity's key is used for.
    public enum Purpose: UInt8, Sendable {
        /// Any use: neither extended key usage nor the end entity's key usage is looked at.
        case any = 0
        case serverAuthentication = 1
        case clientAuthentication = 2
    }

    public var purpose: Purpose
    /// Who the peer must be; nil asks for no name.
    public var identifier: ReferenceIdentifier?
    /// Which keys and digests are strong enough.
    public var strength = Strength.standard
    /// The greatest number of certificates between the end entity and the anchor.
    public var maximumIntermediates = CertificationPath.capacity - 2
    /// LOUD: looks for the host in the subject's common name when the certificate has no names of the kinds that
    /// RFC 9525 knows. RFC 9525 §2 and §6.3 forbid it, browsers ended it in 2017; some appliances still need it.
    public var allowsCommonNameForLegacyDevices = false
    /// Whether the trust's revocation lists are asked.
    public var revocation = Revocation.ignored
    /// Certificate policies (RFC 5280 §6.1.1 (c) and (e) to (g)).
    public var certificatePolicies = CertificatePolicies()

    init(purpose: Purpose, identifier: ReferenceIdentifier?) {
        self.purpose = purpose
        self.identifier = identifier
    }

    /// TLS: the purpose, strong algorithms, and the peer's identity if one is given.
    ///
    /// - Parameters:
    ///   - server: true to judge a server's certificate, false to judge a client's.
    ///   - hostname: who it must be; nil leaves the name unchecked.
    ///
    /// Counterpart: SecPolicyCreateSSL.
    public static func ssl(server: Bool, hostname: ReferenceIdentifier?) -> TrustPolicy {
        TrustPolicy(purpose: server ? .serverAuthentication : .clientAuthentication, identifier: hostname)
    }

    /// The path alone: no purpose, no name. Counterpart: SecPolicyCreateBasicX509.
    public static func basicX509() -> TrustPolicy {
        TrustPolicy(purpose: .any, identifier: nil)
    }
}
