/// Remembers the paths of chains that were verified, so that the next handshake with the same chain needs no search and no
/// signature of it verified: half of the work of a full handshake. That the server has the key is proven each time.
///
/// A path is found again only for the same certificates, octet by octet, the same anchors, policy and names, and only while
/// every certificate on it is within its dates; pins are compared each time. Refusals aren't remembered, nor is anything
/// where revocation lists or exceptions have a say. When it is full, the path that was used least recently makes room.
///
/// A configuration has one of its own, which its copies share. Everything is in memory, about 1.6 KiB for each path, made when
/// the cache is: neither looking up nor remembering allocates. Any number of threads may use it.
///
/// Counterpart: the trust cache inside Security's trustd.
public final class VerifiedPathCache: PathMemory, @unchecked Sendable {
    private struct Slot {
        let key: SHA256Digest
        let path: CertificationPath
        var lastUse: UInt64
    }

    /// How many paths it remembers.
    public let capacity: Int
    /// Without memory for it nothing is remembered.
    private let lock = Lock()
    /// Only under the lock, all of them.
    private var slots: [Slot?]
    private var uses: UInt64 = 0
    private var found = 0

    /// An empty one for `capacity` paths, 1 to 1024.
    public init(capacity: Int = 16) {
        self.capacity = min(max(capacity, 1), 1_024)
        slots = [Slot?](repeating: nil, count: self.capacity)
    }

    /// How many paths there are.
    public var count: Int { lock?.withLock { slots.reduce(0) { $0 + ($1 == nil ? 0 : 1) } } ?? 0 }

    /// How often a path was found, whether or not its dates then held.
    public var hits: Int { lock?.withLock { found } ?? 0 }

    /// Forgets them all.
    public func removeAll() {
        lock?.withLock { for index in slots.indices { slots[index] = nil } }
    }

    public func path(for key: SHA256Digest) -> CertificationPath? {
        guard lock != nil else { return nil }
        lock?.acquire()
        defer { lock?.release() }
        guard let index = index(of: key) else { return nil }
        uses &+= 1
        found &+= 1
        slots[index]?.lastUse = uses
        return slots[index]?.path
    }

    public func remember(_ path: CertificationPath, for key: SHA256Digest) {
        guard lock != nil else { return }
        lock?.acquire()
        defer { lock?.release() }
        uses &+= 1
        slots[index(of: key) ?? leastRecentlyUsed] = Slot(key: key, path: path, lastUse: uses)
    }

    private func index(of key: SHA256Digest) -> Int? {
        for index in slots.indices {
            if let known = slots[index]?.key, known.span.isEqual(to: key.span) { return index }
        }
        return nil
    }

    /// A free place, or the one whose turn it is.
    private var leastRecentlyUsed: Int {
        var oldest = 0
        for index in slots.indices {
            guard let use = slots[index]?.lastUse else { return index }
            if use < slots[oldest]?.lastUse ?? 0 { oldest = index }
        }
        return oldest
    }
}
