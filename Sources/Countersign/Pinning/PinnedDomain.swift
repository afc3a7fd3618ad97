/// Which pins one host, or one pattern of hosts, must have on its verified path.
///
/// Counterpart: a dictionary of NSPinnedDomains or of TrustKit's kTSKPinnedDomains; a pattern of OkHttp's
/// CertificatePinner.
public struct PinnedDomain: Sendable {
    /// What a mismatch does.
    public enum Enforcement: Sendable {
        /// It refuses the server.
        case enforced
        /// It is reported, and the server is accepted as far as its path is valid. Counterpart: kTSKEnforcePinning = NO.
        case reportOnly
    }

    /// A host name (A-labels, or letters that are turned into them), an IP address, `*.name` for exactly one label more,
    /// or `**.name` for any number of labels more, none included. Without a port.
    public let pattern: String

    /// Pins that any certificate of the path may have, the anchor included.
    public var pins: [Pin]

    /// Pins of the server's own certificate: if there are any, it must have one of them.
    /// Counterpart: NSPinnedLeafIdentities.
    public var leafPins: [Pin] = []

    /// Pins of issuers: if there are any, one on the path must have one of them. Counterpart: NSPinnedCAIdentities.
    public var authorityPins: [Pin] = []

    /// Holds for all hosts below `pattern` too, where no pattern names them and nothing longer includes them.
    /// Counterpart: NSIncludesSubdomains, kTSKIncludeSubdomains.
    public var includesSubdomains = false

    /// The hosts are expressly not pinned, although a domain above includes them.
    /// Counterpart: kTSKExcludeSubdomainFromParentPolicy.
    public private(set) var isExcluded = false

    /// From this moment on the pins don't bind any more, and the server is evaluated as if it had none, which the record
    /// shows. Counterpart: kTSKExpirationDate, Android's pin-set expiration.
    public var expiration: UnixTime?

    public var enforcement = Enforcement.enforced

    /// Enforcing a single pin is refused, since one lost key would lock everybody out: this permits it.
    public var allowsMissingBackupPin = false

    public init(_ pattern: String, pins: [Pin] = []) {
        self.pattern = pattern
        self.pins = pins
    }

    /// Hosts that are not pinned although a domain above them includes subdomains.
    public static func excluding(_ pattern: String) -> PinnedDomain {
        var domain = PinnedDomain(pattern)
        domain.isExcluded = true
        return domain
    }
}
