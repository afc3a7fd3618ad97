import Synchronization

/// Anchors that a program holds: certificates from memory or files, indexed by subject, read when they are needed.
///
/// Immutable, so it can be shared by any number of connections and threads. Any certificate can be an anchor: a root, an
/// intermediate, a device's own. Duplicates are harmless. Counterpart: the array given to SecTrustSetAnchorCertificates.
public final class AnchorStore: Sendable {
    /// One of the two is empty.
    private let octets: [UInt8]
    private let file: MappedFile
    private let entries: [AnchorEntry]
    private let memo = DigestMemo()
    private let identifier = AnchorStore.stores.add(1, ordering: .relaxed).newValue
    /// How many stores there were in this process.
    private static let stores = Atomic<Int>(0)
    private let lentBytes: LentBuffer<UInt8>
    private let lentEntries: LentBuffer<AnchorEntry>
    /// What could not be used, and why, in the order in which it was found.
    public let skipped: [SkippedAnchor]

    /// Anchors from certificates in DER or PEM, each element holding one DER certificate or any number of PEM blocks.
    ///
    /// All are read as a whole, so that what is malformed is known now. Linear in their size.
    public convenience init(certificates: [[UInt8]]) {
        var table = AnchorTable()
        for (position, octets) in certificates.enumerated() { table.append(octets.span, source: .position(position)) }
        self.init(table)
    }

    /// Anchors from one DER certificate or from all CERTIFICATE and TRUSTED CERTIFICATE blocks of a PEM text.
    public convenience init(derOrPEM octets: [UInt8]) {
        self.init(certificates: [octets])
    }

    /// Anchors in a mapped file, of which only the subjects are read now.
    init(file: consuming MappedFile, path: String) {
        var table = AnchorTable()
        table.index(file.bytes, source: .path(path))
        let entries = table.sortedEntries()
        lentBytes = LentBuffer(file.bytes)
        lentEntries = LentBuffer(entries.span)
        octets = []
        skipped = table.skipped
        self.entries = entries
        self.file = file
    }

    /// Anchors that have been collected from several files.
    init(_ table: consuming AnchorTable) {
        let octets = table.octets
        let entries = table.sortedEntries()
        lentBytes = LentBuffer(octets.span)
        lentEntries = LentBuffer(entries.span)
        file = MappedFile()
        skipped = table.skipped
        self.octets = octets
        self.entries = entries
    }

    /// No anchors: nothing is trusted.
    static let nothing = AnchorStore(certificates: [])

    /// How many anchors there are, duplicates included.
    public var count: Int { entries.count }

    /// SHA-256 of what they are read from: equal where the anchors are, octet by octet and in the same order.
    var fingerprint: SHA256Digest { memo.digest(of: view.buffer) }

    /// The view that a `ServerTrust` takes, as long as this store lives.
    public var view: AnchorIndex {
        @_lifetime(borrow self)
        get {
            var index = AnchorIndex(buffer: lentBytes.span(of: self), entries: lentEntries.span(of: self))
            index.identifier = UInt64(UInt(bitPattern: identifier))
            return index
        }
    }
}
