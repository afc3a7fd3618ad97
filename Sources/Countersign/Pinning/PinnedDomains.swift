/// The pins that a program declares: domains, checked and ready to be looked up.
///
/// Immutable, so it can be shared by any number of configurations, connections and threads. Declared in a
/// `Configuration` it always binds, whatever a handler answers: a handler can accept another chain of trust, not another
/// key. Looking a host up doesn't allocate and doesn't depend on how many hosts or pins there are.
/// Counterpart: NSPinnedDomains, TrustKit's pinning policy, OkHttp's CertificatePinner.
public final class PinnedDomains: Sendable {
    /// As they were declared.
    public let domains: [PinnedDomain]
    private let names: [UInt8]
    private let slots: [PinSlot]
    private let entries: [PinEntry]
    private let pins: [Pin]
    let hasLegacyPins: Bool
    private let lentNames: LentBuffer<UInt8>
    private let lentSlots: LentBuffer<PinSlot>
    private let lentEntries: LentBuffer<PinEntry>
    private let lentPins: LentBuffer<Pin>

    /// Checks the domains and makes them ready. All patterns that name a host hold together; of domains that include it
    /// as a subdomain the longest holds, and only where no pattern names it.
    ///
    /// Throws a `PinningError` that names the pattern: one that can match nothing or stands there twice, a domain without
    /// pins, an enforced one with a single pin, an exclusion with pins or from nothing.
    public convenience init(_ domains: [PinnedDomain]) throws(PinningError) {
        var patterns: [HostPattern] = []
        for domain in domains {
            patterns.append(try HostPattern(domain.pattern))
            try PinnedDomains.check(domain)
        }
        try PinnedDomains.checkExclusions(domains, patterns)
        self.init(domains, try PinTable(domains, patterns))
    }

    private init(_ domains: [PinnedDomain], _ table: PinTable) {
        let names = table.names
        let slots = table.slots
        let entries = table.entries
        let pins = table.pins
        lentNames = LentBuffer(names.span)
        lentSlots = LentBuffer(slots.span)
        lentEntries = LentBuffer(entries.span)
        lentPins = LentBuffer(pins.span)
        hasLegacyPins = table.hasLegacyPins
        self.names = names
        self.slots = slots
        self.entries = entries
        self.pins = pins
        self.domains = domains
    }

    /// No host is pinned.
    static let nothing = PinnedDomains([], PinTable())

    /// The view that a connection's challenges take, as long as this object lives.
    public var view: PinIndex {
        @_lifetime(borrow self)
        get {
            PinIndex(
                names: lentNames.span(of: self), slots: lentSlots.span(of: self), entries: lentEntries.span(of: self),
                pins: lentPins.span(of: self), hasLegacyPins: hasLegacyPins)
        }
    }

    /// SHA-256 of the domains as they were declared: equal where they are, in the same order.
    var fingerprint: SHA256Digest {
        var octets: [UInt8] = []
        for domain in domains {
            DecisionFingerprint.append(Array(domain.pattern.utf8).span, to: &octets)
            for pins in [domain.pins, domain.leafPins, domain.authorityPins] {
                DecisionFingerprint.append(UInt64(pins.count), to: &octets)
                for pin in pins {
                    octets.append(pin.kind.rawValue)
                    DecisionFingerprint.append(pin.digest.span, to: &octets)
                }
            }
            DecisionFingerprint.append(domain.includesSubdomains ? 1 : 0, to: &octets)
            DecisionFingerprint.append(domain.isExcluded ? 1 : 0, to: &octets)
            DecisionFingerprint.append(domain.enforcement == .enforced ? 1 : 0, to: &octets)
            DecisionFingerprint.append(
                UInt64(bitPattern: domain.expiration?.seconds ?? .max), to: &octets)
        }
        return sha256(octets.span)
    }

    private static func check(_ domain: PinnedDomain) throws(PinningError) {
        let sets = [domain.pins, domain.leafPins, domain.authorityPins].filter { !$0.isEmpty }
        if domain.isExcluded {
            guard sets.isEmpty else {
                throw PinningError(.pointlessExclusion, domain.pattern, "an exclusion has no pins")
            }
            return
        }
        guard !sets.isEmpty else { throw PinningError(.noPins, domain.pattern, "no pins") }
        guard domain.enforcement == .enforced, !domain.allowsMissingBackupPin else { return }
        for set in sets {
            guard let first = set.first, set.contains(where: { $0 != first }) else {
                throw PinningError(
                    .backupPinMissing, domain.pattern,
                    "only one pin: add that of a backup key, or nobody gets in when the key is lost")
            }
        }
    }

    /// An exclusion from nothing is a mistake in some name.
    private static func checkExclusions(_ domains: [PinnedDomain], _ patterns: [HostPattern]) throws(PinningError) {
        let parents = SortedNames(
            zip(domains, patterns).filter { other, parent in
                !other.isExcluded && !parent.isAddress && (parent.reach != .exact || other.includesSubdomains)
            }.map { $0.1.name })
        for (domain, pattern) in zip(domains, patterns) where domain.isExcluded {
            guard !pattern.isAddress, parents.containsSuffix(of: pattern.name) else {
                throw PinningError(
                    .pointlessExclusion, domain.pattern, "nothing includes it that it could be excluded from")
            }
        }
    }
}
