/// Certificates that are trusted in advance, found by subject: one buffer of DER or PEM, and a sorted table over it.
///
/// A view of somebody else's storage (the façade's `AnchorStore`, a mapped bundle, a C caller's memory). Looking one up
/// is O(log n) and parses nothing but what it finds, so the cost of an evaluation doesn't grow with their number.
/// Counterpart: SecTrustSetAnchorCertificates' array.
public struct AnchorIndex: ~Escapable {
    package let buffer: Span<UInt8>
    let entries: Span<AnchorEntry>
    /// A number that no other anchors of this process have, so that verified paths can be remembered for them; 0 for none.
    package var identifier: UInt64 = 0

    /// Over a table that is sorted by `AnchorEntry.subjectDigest`, as `AnchorIndexing` makes it.
    @_lifetime(copy buffer, copy entries)
    public init(buffer: Span<UInt8>, entries: Span<AnchorEntry>) {
        self.buffer = buffer
        self.entries = entries
    }

    /// No anchors: nothing is trusted.
    @_lifetime(immortal)
    public init() {
        self.buffer = Span()
        self.entries = Span()
    }

    public var count: Int { entries.count }

    public var isEmpty: Bool { entries.isEmpty }

    /// The index of the first entry for a subject, or of the place where it would be.
    func firstIndex(of subjectDigest: UInt32) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].subjectDigest < subjectDigest { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether there is an entry at `index` for this subject.
    func hasEntry(at index: Int, for subjectDigest: UInt32) -> Bool {
        index >= 0 && index < entries.count && entries[index].subjectDigest == subjectDigest
    }

    /// The DER of one anchor with what follows it in a TRUSTED CERTIFICATE. PEM is decoded into `scratch`; what
    /// doesn't fit there or can't be decoded is empty.
    @_lifetime(copy self, &scratch)
    public func encoding(at index: Int, decodingInto scratch: inout AnchorScratch) -> Span<UInt8> {
        guard index >= 0, index < entries.count else { return buffer.extracting(0..<0) }
        let entry = entries[index]
        let stored = buffer.extracting(entry.range)
        if entry.form == .der || entry.form == .trustedDER { return stored }
        return scratch.decode(stored)
    }

    /// One anchor, read as a whole.
    @_lifetime(copy self, &scratch)
    public func anchor(at index: Int, decodingInto scratch: inout AnchorScratch) throws(DERError) -> TrustAnchor {
        let hasSettings = hasTrustSettings(at: index)
        return try TrustAnchor(encoding(at: index, decodingInto: &scratch), hasTrustSettings: hasSettings)
    }

    /// Whether the entry carries OpenSSL's trust settings behind the certificate.
    func hasTrustSettings(at index: Int) -> Bool {
        guard index >= 0, index < entries.count else { return false }
        return entries[index].form == .trustedBase64 || entries[index].form == .trustedDER
    }
}
