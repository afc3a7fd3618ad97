/// The pinned domains of a configuration, found by host: a hash table of names over a buffer of text, and their pins.
///
/// A view of somebody else's storage (the façade's `PinnedDomains`, a C caller's memory). Looking a host up costs one
/// probe for each of its labels, however many hosts and pins there are, and allocates nothing.
/// Counterpart: NSPinnedDomains.
public struct PinIndex: ~Escapable {
    let names: Span<UInt8>
    /// A power of two, at most half of them used, so that probing ends soon.
    let slots: Span<PinSlot>
    let entries: Span<PinEntry>
    /// Sorted within each entry's ranges.
    let pins: Span<Pin>
    /// Some pin is a SHA-1, so paths have to be digested with that too.
    let hasLegacyPins: Bool

    /// Over tables that `PinTable` has made.
    @_lifetime(copy names, copy slots, copy entries, copy pins)
    package init(
        names: Span<UInt8>, slots: Span<PinSlot>, entries: Span<PinEntry>, pins: Span<Pin>, hasLegacyPins: Bool
    ) {
        self.names = names
        self.slots = slots
        self.entries = entries
        self.pins = pins
        self.hasLegacyPins = hasLegacyPins
    }

    /// No host is pinned.
    @_lifetime(immortal)
    public init() {
        names = Span()
        slots = Span()
        entries = Span()
        pins = Span()
        hasLegacyPins = false
    }

    public var isEmpty: Bool { entries.isEmpty }

    /// Whether some domain holds for the host, expired or not. What is excluded isn't pinned.
    public func hasPins(for host: ReferenceIdentifier) -> Bool {
        guard !isEmpty else { return false }
        let selection = selection(for: host)
        return selection.count > 0 && !isExcluded(selection[0])
    }

    /// Compares a verified path with the pins that bind its host at a date.
    ///
    /// A path matches a domain when the peer's certificate has one of the leaf pins, an issuer one of the authority
    /// pins, and any certificate one of the others, as far as there are such pins. It is enough to match one of
    /// several domains that hold; where some of them enforce, one of those. Expired domains don't count.
    /// Linear in the path and the domains that hold, logarithmic in their pins.
    public func validate(_ path: borrowing CertificationPath, for host: ReferenceIdentifier, at date: UnixTime)
        -> PinVerdict
    {
        guard !isEmpty else { return PinVerdict(.notPinned) }
        let selection = selection(for: host)
        let foremost = selection[0]
        guard selection.count > 0, !isExcluded(foremost) else { return PinVerdict(.notPinned, domain: foremost) }
        let binding = bindingDomains(of: selection, at: date)
        guard binding != .none else { return PinVerdict(.expired, domain: foremost) }
        for index in 0..<selection.count {
            guard isBinding(selection[index], binding, at: date) else { continue }
            let matched = certificate(on: path, matching: entries[Int(selection[index])])
            if matched >= 0 { return PinVerdict(.matched, domain: selection[index], matched: matched) }
        }
        return PinVerdict(binding == .enforced ? .mismatched : .reported, domain: foremost)
    }

    /// Whether pins that haven't expired hold for the host, enforced or not.
    func isBinding(_ host: ReferenceIdentifier, at date: UnixTime) -> Bool {
        guard !isEmpty else { return false }
        let selection = selection(for: host)
        return selection.count > 0 && !isExcluded(selection[0]) && bindingDomains(of: selection, at: date) != .none
    }

    /// What becomes of a server that was accepted without a verified path: pins bind it to have one, even where they only
    /// report.
    func verdictWithoutPath(for host: ReferenceIdentifier, at date: UnixTime) -> PinVerdict {
        guard isBinding(host, at: date) else { return PinVerdict(.notPinned) }
        return PinVerdict(.unverified, domain: selection(for: host)[0])
    }

    // MARK: which domains hold

    private enum Binding {
        case none, reporting, enforced
    }

    private func isExcluded(_ entry: Int32) -> Bool { entries[Int(entry)].isExcluded }

    private func bindingDomains(of selection: borrowing PinSelection, at date: UnixTime) -> Binding {
        var found = Binding.none
        for index in 0..<selection.count {
            if isBinding(selection[index], .enforced, at: date) { return .enforced }
            if isBinding(selection[index], .reporting, at: date) { found = .reporting }
        }
        return found
    }

    private func isBinding(_ entry: Int32, _ binding: Binding, at date: UnixTime) -> Bool {
        let entry = entries[Int(entry)]
        return !entry.isExcluded && date < entry.expiration && entry.isEnforced == (binding == .enforced)
    }

    private func selection(for host: ReferenceIdentifier) -> PinSelection {
        var selection = PinSelection()
        switch host {
        case .dnsID(let name): select(name.bytes, into: &selection)
        case .ipID(let address):
            let unmapped = address.unmapped
            let bytes = unmapped.bytes
            if let slot = slot(named: bytes, hash: PinSlot.hash(of: bytes), isAddress: true) {
                selection.add(slot.exact)
            }
        case .emailID, .uriID: break
        }
        selection.finish()
        return selection
    }

    /// Walks the name from its end, since a suffix's hash goes on into the next longer one's.
    private func select(_ name: Span<UInt8>, into selection: inout PinSelection) {
        var hash = PinSlot.emptyHash
        var labels = 0
        for start in stride(from: name.count - 1, through: 0, by: -1) {
            hash = PinSlot.hash(hash, name[start])
            guard start == 0 || name[start - 1] == 0x2e else { continue }
            labels += 1
            guard let slot = slot(named: name.extracting(droppingFirst: start), hash: hash, isAddress: false) else {
                continue
            }
            selection.add(slot.anyDepth)
            if start == 0 {
                selection.add(slot.exact)
            } else {
                if !name.extracting(0..<start - 1).hasDot { selection.add(slot.oneLabel) }
                if slot.exact >= 0, entries[Int(slot.exact)].includesSubdomains { selection.addParent(slot.exact) }
            }
        }
    }
}
