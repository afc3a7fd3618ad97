/// A session as it is kept: what it was accepted by, the peer's chain, and mbedTLS's own bytes, in one run of bytes.
///
/// A view, read with checks at every step, since the bytes may come from a file. All numbers are big-endian:
/// format 4, library version 4, disposition 1, trust result 1, identity sent 1, single use 1, legacy digests 1, path
/// count 1, decided 8, valid since 8, valid until 8, chain count 4, saved count 4; for each certificate of the path its
/// position 4 and its digests 32, 32, 20; the chain, each certificate behind three bytes of length; the saved session.
package struct StoredSession: ~Escapable {
    /// Changes with the layout.
    package static var format: UInt32 { 0x4353_5201 }
    static var headerCount: Int { 46 + 4 }
    static var entryCount: Int { 88 }
    /// An anchor's position.
    static var anchorPosition: UInt32 { 0xFFFF_FFFF }

    private let bytes: Span<UInt8>
    /// One past the facts, and one past the chain.
    private let chainStart: Int
    private let savedStart: Int
    private let savedEnd: Int

    package let disposition: UInt8
    package let trustResult: TrustResult
    package let isIdentitySent: Bool
    /// To be offered once, as RFC 8446 appendix C.4 has it.
    package let isForSingleUse: Bool
    /// When the server was accepted, by the wall clock.
    package let decided: UnixTime
    /// The path that it was accepted by.
    package let path: CertificationPath

    /// Nil when the bytes are none, are cut short, or belong to another version of mbedTLS.
    @_lifetime(copy bytes)
    package init?(_ bytes: Span<UInt8>) {
        self.init(facts: bytes)
        guard bytes.count == savedEnd else { return nil }
    }

    /// The same, of bytes that may end behind the path.
    @_lifetime(copy bytes)
    init?(facts bytes: Span<UInt8>) {
        guard bytes.count >= StoredSession.headerCount, bytes.number(at: 0, 4) == UInt64(StoredSession.format),
            bytes.number(at: 4, 4) == UInt64(Library.version), bytes[9] == UInt8(TrustResult.unspecified.rawValue)
        else { return nil }
        let count = Int(bytes[13])
        let entries = count &* StoredSession.entryCount
        let chainCount = Int(truncatingIfNeeded: bytes.number(at: 38, 4) & 0xFF_FFFF)
        let savedCount = Int(truncatingIfNeeded: bytes.number(at: 42, 4) & 0xFF_FFFF)
        guard count >= 1, count <= CertificationPath.capacity,
            bytes.count >= StoredSession.headerCount + entries, bytes.number(at: 46, 4) == 0
        else { return nil }
        self.bytes = bytes
        chainStart = StoredSession.headerCount + entries
        savedStart = chainStart + chainCount
        savedEnd = savedStart + savedCount
        disposition = bytes[8]
        trustResult = .unspecified
        isIdentitySent = bytes[10] == 1
        isForSingleUse = bytes[11] != 0
        decided = UnixTime(seconds: Int64(bitPattern: bytes.number(at: 14, 8)))
        var path = CertificationPath(
            validSince: UnixTime(seconds: Int64(bitPattern: bytes.number(at: 22, 8))),
            validUntil: UnixTime(seconds: Int64(bitPattern: bytes.number(at: 30, 8))),
            hasLegacyFingerprints: bytes[12] == 1)
        for index in 0..<count {
            path.restore(bytes.pathEntry(at: StoredSession.headerCount + index * StoredSession.entryCount))
        }
        self.path = path
    }

    var facts: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(0..<chainStart) }
    }

    var chain: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(chainStart..<savedStart) }
    }

    var saved: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(savedStart..<savedEnd) }
    }

    /// Why a decision can't stand any more.
    package enum Staleness {
        /// The clock is before the decision.
        case clockWentBack
        case tooOld
        /// A certificate of the path has expired, or isn't valid yet.
        case outsideDates
    }

    /// Nil while the decision may stand: the clock has neither gone back before it nor a day beyond it, and every
    /// certificate of the path is within its dates.
    package func staleness(at date: UnixTime, now: UnixTime) -> Staleness? {
        guard decided <= now else { return .clockWentBack }
        // RFC 5246 appendix F.1.4 has 24 hours at most for a session. Subtracting could overflow for a hostile file.
        guard now.seconds <= decided.seconds.addingClamped(86_400) else { return .tooOld }
        return path.isValid(at: date) ? nil : .outsideDates
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isOverflow) = addingReportingOverflow(other)
        return isOverflow ? .max : sum
    }
}

extension Span where Element == UInt8 {
    /// A big-endian number; the caller has seen to it that it is there.
    package func number(at start: Int, _ width: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in start..<start + width { number = number << 8 | UInt64(self[index]) }
        return number
    }

    fileprivate func pathEntry(at start: Int) -> CertificationPath.Entry {
        var entry = CertificationPath.Entry()
        let position = UInt32(truncatingIfNeeded: number(at: start, 4))
        entry.position =
            position == StoredSession.anchorPosition ? .anchor : .chain(Int32(truncatingIfNeeded: position & 0xFFFF))
        for index in 0..<32 {
            entry.publicKeyFingerprint[index] = self[start + 4 + index]
            entry.fingerprint[index] = self[start + 36 + index]
        }
        for index in 0..<20 { entry.legacyPublicKeyFingerprint[index] = self[start + 68 + index] }
        return entry
    }
}
