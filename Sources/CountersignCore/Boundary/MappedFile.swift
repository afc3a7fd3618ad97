internal import CCountersign

/// A file's contents, mapped read-only, as long as this value lives.
@safe
public struct MappedFile: ~Copyable, @unchecked Sendable {
    private let contents: ccountersign_bytes
    /// The file's permission bits.
    public let mode: UInt32

    /// Why a file couldn't be mapped, as errno; 0 for something that isn't a regular file.
    public struct Failure: Error, Equatable, Sendable {
        public let number: Int32
    }

    /// Maps a regular file. The path is UTF-8 with a NUL at its end.
    public init(path: Span<UInt8>) throws(Failure) {
        guard path.count > 0, path[path.count - 1] == 0 else { throw Failure(number: 0) }
        var lent = unsafe ccountersign_bytes(start: nil, count: 0)
        var bits: UInt32 = 0
        var number: Int32 = 0
        let code = unsafe path.withUnsafeBytes { path in
            unsafe ccountersign_map_file(
                path.baseAddress?.assumingMemoryBound(to: CChar.self), &lent, &bits, &number)
        }
        guard code == CCOUNTERSIGN_OK else { throw Failure(number: number) }
        unsafe contents = lent
        mode = bits
    }

    /// No file, and no contents.
    public init() {
        unsafe contents = ccountersign_bytes(start: nil, count: 0)
        mode = 0
    }

    deinit {
        unsafe ccountersign_unmap_file(contents)
    }

    /// The contents.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            guard let start = unsafe contents.start, unsafe contents.count > 0 else { return Span() }
            return unsafe _overrideLifetime(Span(_unsafeStart: start, count: contents.count), borrowing: self)
        }
    }
}
