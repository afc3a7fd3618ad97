/// The tables: finding a name's slot, and a pin among those of an entry.
extension PinIndex {
    func slot(named name: Span<UInt8>, hash: UInt32, isAddress: Bool) -> PinSlot? {
        guard !slots.isEmpty else { return nil }
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        // Half of the slots are empty, so this ends; counting makes it certain.
        for _ in 0..<slots.count {
            let slot = slots[place]
            if slot.isEmpty { return nil }
            if slot.hash == hash, slot.isAddress == isAddress, names.extracting(slot.name).isEqual(to: name) {
                return slot
            }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Which certificate of the path has what the entry wants; -1 where something is missing.
    func certificate(on path: borrowing CertificationPath, matching entry: PinEntry) -> Int {
        var matched = -1
        if entry.leaf.count > 0 {
            matched = firstCertificate(in: 0..<1, of: path, among: entry.leaf)
            guard matched >= 0 else { return -1 }
        }
        if entry.authority.count > 0 {
            matched = firstCertificate(in: 1..<max(1, path.count), of: path, among: entry.authority)
            guard matched >= 0 else { return -1 }
        }
        if entry.anywhere.count > 0 {
            matched = firstCertificate(in: 0..<path.count, of: path, among: entry.anywhere)
        }
        return matched
    }

    private func firstCertificate(
        in positions: Range<Int>, of path: borrowing CertificationPath, among wanted: ByteRange
    ) -> Int {
        let isDigestedWithSHA1 = path.hasLegacyFingerprints
        for position in positions {
            guard let certificate = path[position] else { continue }
            if contains(Pin(sha256: certificate.publicKeyFingerprint), in: wanted)
                || contains(Pin(certificateSHA256: certificate.fingerprint), in: wanted)
                || isDigestedWithSHA1
                    && contains(Pin(legacySHA1: certificate.legacyPublicKeyFingerprint), in: wanted)
            {
                return position
            }
        }
        return -1
    }

    /// Digests are public: this needn't take constant time.
    private func contains(_ pin: Pin, in range: ByteRange) -> Bool {
        var low = Int(range.start)
        var high = min(range.end, pins.count)
        while low < high {
            let middle = low + (high - low) / 2
            if Pin.precedes(pins[middle], pin) { low = middle + 1 } else { high = middle }
        }
        return low < min(range.end, pins.count) && pins[low] == pin
    }
}

extension PinSlot {
    /// FNV-1a, from a name's last octet to its first: a suffix's hash then goes on into a longer one's. The table is the
    /// program's own, so nobody else can choose names that collide.
    package static var emptyHash: UInt32 { 0x811c_9dc5 }

    package static func hash(_ hash: UInt32, _ octet: UInt8) -> UInt32 { (hash ^ UInt32(octet)) &* 0x0100_0193 }

    package static func hash(of name: Span<UInt8>) -> UInt32 {
        var hash = emptyHash
        for index in stride(from: name.count - 1, through: 0, by: -1) { hash = self.hash(hash, name[index]) }
        return hash
    }
}

extension Span where Element == UInt8 {
    package var hasDot: Bool {
        for index in 0..<count where self[index] == 0x2e { return true }
        return false
    }
}
