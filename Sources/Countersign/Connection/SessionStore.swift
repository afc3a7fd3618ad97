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
/// With a file it outlives the process: see `init(file:capacity:)`.
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
    var memory: SecretBytes
    let lent: LentBuffer<UInt8>
    var slots: [Slot]
    var uses: UInt64 = 0
    /// With a NUL at its end; nil where nothing is written.
    var path: [UInt8]?
    var problem: SessionRefusal?

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

    /// What is wrong with the file, if something is: why nothing was read from it, or why it couldn't be written last.
    public var fileProblem: SessionRefusal? {
        lock?.withLock { problem }
    }

    /// Forgets and wipes them all, those in the file too.
    public func removeAll() {
        lock?.withLock {
            for index in slots.indices { clear(index) }
            save()
        }
    }

    // MARK: for connections

    /// Offers the session that is kept for a decision, if there is one, it is fresh, and the pins hold for its path; else
    /// says why not.
    func offer(
        _ key: SHA256Digest, to tls: inout Handshake, pins: PinBinding?, date: UnixTime, now: UnixTime
    ) -> SessionRefusal? {
        guard lock != nil else { return SessionRefusal(.notKept) }
        lock?.acquire()
        defer { lock?.release() }
        guard let index = index(of: key) else { return problem ?? SessionRefusal(.notKept) }
        uses &+= 1
        slots[index].lastUse = uses
        guard let session = StoredSession(lent.span(of: self).extracting(range(of: index))) else {
            return forget(index, .unreadable)
        }
        switch session.staleness(at: date, now: now) {
        case .clockWentBack: return forget(index, .clockWentBack)
        case .tooOld: return forget(index, .tooOld)
        case .outsideDates: return forget(index, .outsideDates)
        case nil: break
        }
        let verdict = pins?.validate(session.path, at: date)
        guard verdict?.isAcceptable ?? true else { return forget(index, .pinMismatch) }
        let isForSingleUse = session.isForSingleUse
        guard tls.offer(session, pins: verdict) else { return forget(index, .unreadable) }
        // From the file too, before the first byte of it leaves.
        if isForSingleUse { _ = forget(index, .notKept) }
        return nil
    }

    private func forget(_ index: Int, _ reason: SessionRefusal.Code) -> SessionRefusal {
        clear(index)
        save()
        return SessionRefusal(reason)
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
        save()
        return true
    }

    /// Forgets what is kept for a decision.
    func remove(_ key: SHA256Digest) {
        lock?.withLock { if let index = index(of: key) { _ = forget(index, .notKept) } }
    }

    func range(of index: Int) -> Range<Int> {
        let start = index * SessionStore.slotSize
        return start..<start + slots[index].count
    }

    func clear(_ index: Int) {
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
    var leastRecentlyUsed: Int {
        var oldest = 0
        for index in slots.indices {
            if slots[index].count == 0 { return index }
            if slots[index].lastUse < slots[oldest].lastUse { oldest = index }
        }
        return oldest
    }
}
