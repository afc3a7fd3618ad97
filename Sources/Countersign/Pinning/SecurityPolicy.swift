/// AFNetworking's way to say which servers are trusted, with its decisions row by row.
///
/// A value made at set-up; judging a server allocates nothing. Wherever AFNetworking compares certificates that nobody
/// has verified, this compares verified paths instead, unless a switch with an unmistakable name says otherwise.
/// Counterpart: AFSecurityPolicy.
public struct SecurityPolicy: Sendable {
    /// What is compared. Counterpart: AFSSLPinningMode.
    public enum PinningMode: UInt8, Sendable {
        /// Nothing: the trust's own anchors decide.
        case none = 0
        /// The public keys of the pinned certificates.
        case publicKey = 1
        /// The pinned certificates themselves, which are the only anchors then.
        case certificate = 2
    }

    public var pinningMode: PinningMode
    public let pinnedCertificates: PinnedCertificates

    /// Servers are acceptable that the trust's own anchors don't vouch for; false. With pins these still need a verified
    /// path, to a pinned certificate. Without pins it accepts everybody. Counterpart: allowInvalidCertificates.
    public var allowsInvalidCertificates = false

    /// The certificate must be for the host; true. Counterpart: validatesDomainName.
    public var validatesDomainName = true

    /// The rule of AFNetworking up to 2.5.4: true wants every certificate of the path pinned; false wants the path to
    /// validate with the pinned certificates as anchors, or in public-key mode the server's own key pinned. Nil, the
    /// default, wants any certificate of the path pinned, as since 2.6. Counterpart: validatesCertificateChain.
    public var validatesCertificateChain: Bool?

    /// LOUD: does what AFNetworking does with public-key mode and `allowsInvalidCertificates`: a server passes as soon as it
    /// *sends* a certificate with a pinned key, verified or not, expired or not, for this host or not. Whoever has the
    /// public certificate can send it. The record shows such servers as accepted without a verified path.
    public var dangerouslyAcceptsUnverifiedPinnedKeys = false

    /// Without pins: the trust's own anchors, and the host's name. Counterpart: defaultPolicy.
    public init() {
        pinningMode = .none
        pinnedCertificates = .nothing
    }

    /// Throws `.noPins` when a mode that compares has nothing to compare with.
    /// Counterpart: policyWithPinningMode:withPinnedCertificates:.
    public init(_ pinningMode: PinningMode, pinning certificates: PinnedCertificates) throws(PinningError) {
        self.pinningMode = pinningMode
        pinnedCertificates = certificates
        try validate()
    }

    /// Throws what is wrong with the settings: `.noPins`; `.contradictoryPolicy` for a host's name that is to be checked in
    /// certificates that anybody can make. Evaluating with such settings refuses every server.
    public func validate() throws(PinningError) {
        guard pinningMode == .none || pinnedCertificates.count > 0 else {
            throw PinningError(.noPins, "", "a policy that pins has no certificates")
        }
        guard !isContradictory else {
            throw PinningError(
                .contradictoryPolicy, "",
                "the name in a certificate that anybody can make says nothing: pin certificates, "
                    + "or don't allow invalid ones")
        }
    }

    /// AFNetworking: "In order to validate a domain name for self signed certificates, you MUST use pinning."
    var isContradictory: Bool {
        allowsInvalidCertificates && validatesDomainName && (pinningMode == .none || pinnedCertificates.count == 0)
    }
}
