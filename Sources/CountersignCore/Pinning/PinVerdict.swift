/// What comparing a verified path with the pins of its host came to.
public struct PinVerdict: Equatable, Sendable {
    /// In the order of their weight.
    public enum Outcome: UInt8, Sendable {
        /// The host has no pins: nothing was compared.
        case notPinned = 0
        /// It had pins, and they have expired: nothing was compared.
        case expired = 1
        /// The path has a pinned key or certificate where it is wanted.
        case matched = 2
        /// It has none; the domain's pins only report, so the server is accepted all the same.
        case reported = 3
        /// It has none: the server is refused.
        case mismatched = 4
        /// The program accepted the server without a verified path, and none was found with the configuration's own
        /// anchors, so there is nothing that pins could be compared with: the server is refused.
        case unverified = 5
    }

    public let outcome: Outcome
    /// The most specific of the domains that hold for the host, by its position among those declared; nil without one.
    public let domain: Int?
    /// The certificate of the path that has the pin, the peer's own being 0; nil when none has.
    public let matchedCertificate: Int?

    init(_ outcome: Outcome, domain: Int32 = -1, matched: Int = -1) {
        self.outcome = outcome
        self.domain = domain < 0 ? nil : Int(domain)
        self.matchedCertificate = matched < 0 ? nil : matched
    }

    static func graver(_ one: PinVerdict, _ other: PinVerdict) -> PinVerdict {
        other.outcome.rawValue > one.outcome.rawValue ? other : one
    }

    /// Whether pins leave the server acceptable.
    public var isAcceptable: Bool {
        switch outcome {
        case .notPinned, .expired, .matched, .reported: true
        case .mismatched, .unverified: false
        }
    }
}
