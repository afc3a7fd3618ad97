/// What a store's file holds, read with checks at every step. All numbers are big-endian:
/// mark 8, format 4, library version 4, kind of machine 4, count 4, written 8; for each session its key 32, last use 8,
/// count 4 and its bytes, which `StoredSession` reads; a SHA-256 over everything before it.
///
/// The digest is against damage, not against people: against those are the file's owner and mode.
package struct SessionFile: ~Escapable {
    /// Where a session is in the file.
    package struct Entry {
        package let key: SHA256Digest
        package let lastUse: UInt64
        package let range: Range<Int>
    }

    /// "CSgnSess".
    static var mark: UInt64 { 0x4353_676E_5365_7373 }
    /// Changes with the layout, here and in `StoredSession`.
    static var format: UInt32 { 1 }
    static var headerCount: Int { 32 }
    static var entryHeaderCount: Int { 44 }
    static var digestCount: Int { 32 }

    /// Width of a word and order of its bytes.
    static var machine: UInt32 {
        UInt32(MemoryLayout<Int>.size) << 8 | (UInt16(1).littleEndian == 1 ? 1 : 2)
    }

    private let bytes: Span<UInt8>
    package let count: Int

    /// Throws why it can't be used; every offset is checked here.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, now: UnixTime) throws(SessionRefusal) {
        guard SessionFile.hasMark(bytes) else { throw SessionRefusal(.fileForeign) }
        let end = bytes.count - SessionFile.digestCount
        guard end >= SessionFile.headerCount else { throw SessionRefusal(.fileDamaged) }
        guard bytes.number(at: 8, 4) == UInt64(SessionFile.format) else { throw SessionRefusal(.fileOfOtherFormat) }
        guard sha256(bytes.extracting(0..<end)).span.isEqual(to: bytes.extracting(end..<bytes.count)) else {
            throw SessionRefusal(.fileDamaged)
        }
        guard bytes.number(at: 12, 4) == UInt64(Library.version),
            bytes.number(at: 16, 4) == UInt64(SessionFile.machine)
        else { throw SessionRefusal(.fileOfOtherLibrary) }
        guard Int64(bitPattern: bytes.number(at: 24, 8)) <= now.seconds else { throw SessionRefusal(.clockWentBack) }
        count = Int(truncatingIfNeeded: bytes.number(at: 20, 4) & 0xFFFF)
        var position = SessionFile.headerCount
        for _ in 0..<count {
            guard end - position >= SessionFile.entryHeaderCount else { throw SessionRefusal(.fileDamaged) }
            let length = bytes.number(at: position + 40, 4)
            position += SessionFile.entryHeaderCount
            guard length <= UInt64(end - position) else { throw SessionRefusal(.fileDamaged) }
            position += Int(truncatingIfNeeded: length)
        }
        guard position == end else { throw SessionRefusal(.fileDamaged) }
        self.bytes = bytes
    }

    /// Whether it is a store's file, of whatever version, or nothing yet.
    static func hasMark(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= 8 && bytes.number(at: 0, 8) == mark
    }

    /// The session at `position`, which is `headerCount` for the first, and the end of the one before for the others.
    package func entry(at position: Int) -> Entry {
        var key = SHA256Digest(repeating: 0)
        for index in 0..<32 { key[index] = bytes[position + index] }
        let start = position + SessionFile.entryHeaderCount
        let length = Int(truncatingIfNeeded: bytes.number(at: position + 40, 4))
        return Entry(key: key, lastUse: bytes.number(at: position + 32, 8), range: start..<start + length)
    }

    // MARK: writing

    package static func putHeader(count: Int, now: UnixTime, into bytes: inout MutableSpan<UInt8>) {
        bytes.put(SessionFile.mark, at: 0, 8)
        bytes.put(UInt64(SessionFile.format), at: 8, 4)
        bytes.put(UInt64(Library.version), at: 12, 4)
        bytes.put(UInt64(SessionFile.machine), at: 16, 4)
        bytes.put(UInt64(count), at: 20, 4)
        bytes.put(UInt64(bitPattern: now.seconds), at: 24, 8)
    }

    /// Puts a session at `position` and returns where the next one goes.
    static func put(
        _ session: Span<UInt8>, key: SHA256Digest, lastUse: UInt64, at position: Int,
        into bytes: inout MutableSpan<UInt8>
    ) -> Int {
        for index in 0..<32 { bytes[position + index] = key[index] }
        bytes.put(lastUse, at: position + 32, 8)
        bytes.put(UInt64(session.count), at: position + 40, 4)
        let start = position + SessionFile.entryHeaderCount
        for index in session.indices { bytes[start + index] = session[index] }
        return start + session.count
    }

    /// Puts the digest behind everything else.
    package static func seal(_ bytes: inout MutableSpan<UInt8>) {
        let end = bytes.count - SessionFile.digestCount
        let digest = sha256(bytes.span.extracting(0..<end))
        for index in 0..<SessionFile.digestCount { bytes[end + index] = digest[index] }
    }
}
