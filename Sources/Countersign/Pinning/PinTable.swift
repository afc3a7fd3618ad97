/// Collects pinned domains into the tables of a `PinIndex`.
struct PinTable {
    private(set) var names: [UInt8] = []
    private(set) var slots: [PinSlot] = []
    private(set) var entries: [PinEntry] = []
    private(set) var pins: [Pin] = []
    private(set) var hasLegacyPins = false

    init() {}

    /// Of domains that have been checked. Linear in them and their pins, apart from sorting these.
    init(_ domains: [PinnedDomain], _ patterns: [HostPattern]) throws(PinningError) {
        // At most half of the slots are used.
        var count = 4
        while count < 2 * domains.count { count *= 2 }
        slots = Array(repeating: PinSlot(), count: domains.isEmpty ? 0 : count)
        for (domain, pattern) in zip(domains, patterns) { try append(domain, pattern) }
    }

    private mutating func append(_ domain: PinnedDomain, _ pattern: HostPattern) throws(PinningError) {
        let place = slotIndex(for: pattern)
        let known =
            switch pattern.reach {
            case .exact: slots[place].exact
            case .oneLabel: slots[place].oneLabel
            case .anyDepth: slots[place].anyDepth
            }
        guard known < 0 else { throw PinningError(.duplicatePattern, domain.pattern, "declared twice") }
        let number = Int32(truncatingIfNeeded: entries.count)
        switch pattern.reach {
        case .exact: slots[place].exact = number
        case .oneLabel: slots[place].oneLabel = number
        case .anyDepth: slots[place].anyDepth = number
        }
        var entry = PinEntry()
        entry.anywhere = append(domain.pins)
        entry.leaf = append(domain.leafPins)
        entry.authority = append(domain.authorityPins)
        entry.expiration = domain.expiration ?? UnixTime(seconds: .max)
        entry.isEnforced = domain.enforcement == .enforced
        entry.includesSubdomains = domain.includesSubdomains
        entry.isExcluded = domain.isExcluded
        entries.append(entry)
    }

    private mutating func append(_ added: [Pin]) -> ByteRange {
        let start = pins.count
        pins += added.sorted(by: Pin.precedes)
        hasLegacyPins = hasLegacyPins || added.contains { $0.kind == .legacyPublicKey }
        return ByteRange(start: start, count: pins.count - start)
    }

    /// The name's slot, made where there is none.
    private mutating func slotIndex(for pattern: HostPattern) -> Int {
        let hash = PinSlot.hash(of: pattern.name.span)
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while !slots[place].isEmpty {
            let slot = slots[place]
            if slot.hash == hash, slot.isAddress == pattern.isAddress,
                names.span.extracting(slot.name).isEqual(to: pattern.name.span)
            {
                return place
            }
            place = (place + 1) & (slots.count - 1)
        }
        slots[place].name = ByteRange(start: names.count, count: pattern.name.count)
        slots[place].hash = hash
        slots[place].isAddress = pattern.isAddress
        names += pattern.name
        return place
    }
}
