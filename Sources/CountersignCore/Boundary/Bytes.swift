internal import CCountersign

extension ccountersign_bytes {
    /// The same bytes, still owned by whoever owns the buffer: for the duration of one call into the shim.
    init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(start: buffer.baseAddress, count: buffer.count)
    }
}

/// Bytes lent by the shim, in its own layout, so that it can fill a table of them. Safe to hold: only
/// `Boundary` can read it, and does so under the lifetime of the lender.
@safe
struct LentBytes: @unchecked Sendable {
    let raw: ccountersign_bytes

    /// The bytes, for as long as `lender` is borrowed.
    @_lifetime(copy lender)
    func bytes<Lender: ~Copyable & ~Escapable>(from lender: borrowing Lender) -> Span<UInt8> {
        guard let start = unsafe raw.start, unsafe raw.count > 0 else { return Span() }
        return unsafe _overrideLifetime(Span(_unsafeStart: start, count: raw.count), copying: lender)
    }
}

/// A run of bytes inside some buffer that is known from context. Eight bytes, so that tables of them stay small.
public struct ByteRange: Equatable, Sendable {
    public var start: UInt32
    public var count: UInt32

    public init(start: Int, count: Int) {
        self.start = UInt32(clamping: start)
        self.count = UInt32(clamping: count)
    }

    /// One past the last byte.
    public var end: Int { Int(start) + Int(count) }
}
