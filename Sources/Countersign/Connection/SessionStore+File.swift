/// Sessions that outlive the process.
extension SessionStore {
    /// A store that reads what `file` holds, and writes it whenever a session is kept, used up or forgotten.
    ///
    /// The file has secrets in it that stand for the server's acceptance: it is written with mode 0600, and one that belongs to
    /// another user, or lets others in, isn't believed. Nor is one that is damaged, of another format, another version of
    /// mbedTLS or another kind of machine, or from the clock's future. `fileProblem` says so, connections make full handshakes,
    /// and the next session that is kept replaces it; but what is no session file at all, or somebody else's, is left alone, and
    /// the store is one in memory then. Nothing about a file is an error.
    ///
    /// Each write replaces the whole file, of at most `capacity` times 12 KiB, at once (written beside it, synchronised,
    /// renamed): a crash leaves the old one or the new one, and perhaps a private `file.….new` beside it. It happens
    /// within the handshake, allocates, and waits for the disk. Of two processes with one file the last that writes wins, and
    /// each sees what there was when it began; a ticket of TLS 1.3 can then be used once by each.
    public convenience init(file: String, capacity: Int = 16) {
        self.init(capacity: capacity)
        open(Array(file.utf8), now: UnixTime(seconds: Clock.wallSeconds))
    }

    /// To be called before anybody else knows the store.
    func open(_ name: [UInt8], now: UnixTime) {
        guard !name.isEmpty, !name.contains(0) else { return problem = SessionRefusal(.fileUnreadable) }
        let path = name + [0]
        var contents = SecretBytes(count: SessionStore.fileSize(sessions: capacity, octets: memory.count) + 1)
        let limit = contents.count
        var room = contents.mutableSpan
        let count: Int
        let access: FileSystem.Access
        do throws(ShimError) {
            (count, access) = try FileSystem.read(path.span, into: &room)
        } catch {
            if error.native == FileSystem.noSuchEntry {
                self.path = path
            } else {
                problem = SessionRefusal(.fileUnreadable, systemError: error.native)
            }
            return
        }
        let bytes = contents.span.extracting(0..<count)
        guard !access.isOthers else { return problem = SessionRefusal(.fileOfAnother) }
        guard count == 0 || SessionFile.hasMark(bytes) else { return problem = SessionRefusal(.fileForeign) }
        self.path = path
        guard !access.isOpen else { return problem = SessionRefusal(.fileOpen) }
        guard count > 0 else { return }
        guard count < limit else { return problem = SessionRefusal(.fileDamaged) }
        read(bytes, now: now)
    }

    private func read(_ bytes: Span<UInt8>, now: UnixTime) {
        do throws(SessionRefusal) {
            let file = try SessionFile(bytes, now: now)
            var position = SessionFile.headerCount
            for _ in 0..<file.count {
                let entry = file.entry(at: position)
                position = entry.range.upperBound
                restore(bytes.extracting(entry.range), entry)
            }
        } catch {
            problem = error
        }
    }

    private func restore(_ session: Span<UInt8>, _ entry: SessionFile.Entry) {
        let index = leastRecentlyUsed
        let start = index * SessionStore.slotSize
        guard !session.isEmpty, session.count <= SessionStore.slotSize, start + session.count <= memory.count else { return }
        clear(index)
        var all = memory.mutableSpan
        for octet in session.indices { all[start + octet] = session[octet] }
        slots[index] = Slot(key: entry.key, count: session.count, lastUse: entry.lastUse)
        uses = max(uses, entry.lastUse)
    }

    /// Writes the file, if there is one to be written. Under the lock.
    func save() {
        guard let path else { return }
        let sessions = slots.reduce(0) { $0 + ($1.count > 0 ? 1 : 0) }
        let octets = slots.reduce(0) { $0 + $1.count }
        let size = SessionStore.fileSize(sessions: sessions, octets: octets)
        var contents = SecretBytes(count: size)
        guard contents.count == size else {
            return problem = SessionRefusal(.fileUnwritable)
        }
        var bytes = contents.mutableSpan
        SessionFile.putHeader(count: sessions, now: UnixTime(seconds: Clock.wallSeconds), into: &bytes)
        var position = SessionFile.headerCount
        for index in slots.indices where slots[index].count > 0 {
            position = SessionFile.put(
                lent.span(of: self).extracting(range(of: index)), key: slots[index].key, lastUse: slots[index].lastUse,
                at: position, into: &bytes)
        }
        SessionFile.seal(&bytes)
        do throws(ShimError) {
            try FileSystem.write(contents.span, to: path.span, mode: 0o600, replaces: true)
            problem = nil
        } catch {
            problem = SessionRefusal(.fileUnwritable, systemError: error.native)
        }
    }

    private static func fileSize(sessions: Int, octets: Int) -> Int {
        SessionFile.headerCount + sessions * SessionFile.entryHeaderCount + octets + SessionFile.digestCount
    }
}
