/// Certificates in DER that somebody else owns, in the order they were sent or stored: borrowed, never copied.
///
/// Either the session lends them (each in a block of its own) or one buffer holds them all. Indexing is O(1).
/// The bytes are the peer's claim and nothing more: no entry is known to parse.
public struct CertificateList: ~Escapable {
    let lent: Span<LentBytes>
    let buffer: Span<UInt8>
    let ranges: Span<ByteRange>

    /// Certificates lying in one buffer. A range that leaves the buffer reads as an empty certificate.
    @_lifetime(copy buffer, copy ranges)
    public init(in buffer: Span<UInt8>, at ranges: Span<ByteRange>) {
        self.lent = Span()
        self.buffer = buffer
        self.ranges = ranges
    }

    /// No certificates.
    @_lifetime(immortal)
    public init() {
        self.lent = Span()
        self.buffer = Span()
        self.ranges = Span()
    }

    /// Certificates lent by the shim.
    @_lifetime(copy lent)
    init(lent: Span<LentBytes>) {
        self.lent = lent
        self.buffer = Span()
        self.ranges = Span()
    }

    public var count: Int { lent.count + ranges.count }

    public var isEmpty: Bool { count == 0 }

    /// The DER of one certificate; empty when `index` is out of range.
    public subscript(_ index: Int) -> Span<UInt8> {
        @_lifetime(copy self)
        get {
            if index >= 0, index < lent.count {
                return lent[index].bytes(from: self)
            }
            guard index >= 0, index < ranges.count, ranges[index].end <= buffer.count else { return Span() }
            return buffer.extracting(Int(ranges[index].start)..<ranges[index].end)
        }
    }
}
