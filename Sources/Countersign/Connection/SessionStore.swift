/// Keeps sessions, so that a server that is known and was accepted can be connected to again for a fraction of the cost:
/// without certificates, signatures and, in TLS 1.2, without a key exchange.
///
/// A session is used only by a connection whose configuration would decide the same: same host, names, protocols and
/// versions, same anchors, pins and identity, same mbedTLS; within the dates of the path that was accepted, and within 24
/// hours of that decision, however often the session was renewed. Pins are compared again each time. Whatever differs, the
/// handshake is a full one, with its challenges. In TLS 1.3 a ticket is used once.
///
/// All its memory is made when the store is, and wiped when it goes: keeping and offering sessions doesn't allocate. When it
/// is full, the session that was used least recently makes room. Any number of connections and threads may share one.
///
/// Counterpart: the session cache that URLSession keeps by itself; RFC 5246 §7.3, RFC 5077, RFC 8446 §2.2.
public final class SessionStore: @unchecked Sendable {
    struct Slot {
        var key = SHA256Digest(repeating: 0)
        /// 0 when it is free.
        var count = 0
        var lastUse: UInt64 = 0
    }

    /// What one session may take, its server's certificates included; a longer one isn't kept.
    static var slotSize: Int { 12_288 }

    /// How many sessions it keeps.
    public let capacity: Int
    /// Without memory for it nothing is kept.
    private let lock = Lock()
    /// Only under the lock, all of them.
    private var memory: SecretBytes
    private let lent: LentBuffer<UInt8>
    private var slots: [Slot]
    private var uses: UInt64 = 0

    /// An empty one for `capacity` sessions, 1 to 1024, of 12 KiB each.
    public init(capacity: Int = 16) {
        self.capacity = min(max(capacity, 1), 1_024)
        memory = SecretBytes(count: self.capacity * SessionStore.slotSize)
        lent = LentBuffer(memory.span)
        slots = [Slot](repeating: Slot(), count: self.capacity)
    }

    /// How many sessions there are.
    public var count: Int {
        lock?.withLock { slots.reduce(0) { $0 + ($1.count > 0 ? 1 : 0) } } ?? 0
    }

    /// Forgets and wipes them all.
    public func removeAll() {
        lock?.withLock { for index in slots.indices { clear(index) } }
    }

    // MARK: for connections

    /// Offers the session that is kept for a decision, if there is one, it is fresh, and the pins hold for its path.
    func offer(
        _ key: SHA256Digest, to tls: inout Handshake, pins: PinBinding?, date: UnixTime, now: UnixTime
    ) -> Bool {
        guard lock != nil else { return false }
        lock?.acquire()
        defer { lock?.release() }
        guard let index = index(of: key) else { return false }
        uses &+= 1
        slots[index].lastUse = uses
        guard let session = StoredSession(lent.span(of: self).extracting(range(of: index))),
            session.isFresh(at: date, now: now)
        else {
            clear(index)
            return false
        }
        let verdict = pins?.validate(session.path, at: date)
        let isForSingleUse = session.isForSingleUse
        let isOffered = verdict?.isAcceptable ?? true ? tls.offer(session, pins: verdict) : false
        if isForSingleUse || !isOffered { clear(index) }
        return isOffered
    }

    /// Keeps a connection's session in place of the one that there is for the same decision. False when that is not possible.
    func keep(_ tls: inout Handshake, for key: SHA256Digest, now: UnixTime) -> Bool {
        guard lock != nil else { return false }
        lock?.acquire()
        defer { lock?.release() }
        let index = index(of: key) ?? leastRecentlyUsed
        guard (index + 1) * SessionStore.slotSize <= memory.count else { return false }
        clear(index)
        var all = memory.mutableSpan
        var room = all._mutatingExtracting(index * SessionStore.slotSize..<(index + 1) * SessionStore.slotSize)
        guard let count = tls.keepSession(now: now, into: &room) else {
            wipe(&room)
            return false
        }
        uses &+= 1
        slots[index] = Slot(key: key, count: count, lastUse: uses)
        return true
    }

    /// Forgets what is kept for a decision.
    func remove(_ key: SHA256Digest) {
        lock?.withLock { if let index = index(of: key) { clear(index) } }
    }

    private func range(of index: Int) -> Range<Int> {
        let start = index * SessionStore.slotSize
        return start..<start + slots[index].count
    }

    private func clear(_ index: Int) {
        guard slots[index].count > 0 else { return }
        var all = memory.mutableSpan
        var used = all._mutatingExtracting(range(of: index))
        wipe(&used)
        slots[index] = Slot()
    }

    private func index(of key: SHA256Digest) -> Int? {
        for index in slots.indices where slots[index].count > 0 && slots[index].key.span.isEqual(to: key.span) {
            return index
        }
        return nil
    }

    /// A free place, or the one whose turn it is.
    private var leastRecentlyUsed: Int {
        var oldest = 0
        for index in slots.indices {
            if slots[index].count == 0 { return index }
            if slots[index].lastUse < slots[oldest].lastUse { oldest = index }
        }
        return oldest
    }
}
