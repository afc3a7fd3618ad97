internal import CCountersign

/// A file's contents, read-only, as long as this value lives: a copy in pages of its own, which are wiped in the end, or
/// the file's own pages.
@safe
public struct MappedFile: ~Copyable, @unchecked Sendable {
    private let contents: ccountersign_bytes
    private let isShared: Bool
    /// The file's permission bits.
    public let mode: UInt32

    /// Why a file couldn't be mapped, as errno; 0 for something that isn't a regular file.
    public struct Failure: Error, Equatable, Sendable {
        public let number: Int32
    }

    /// Maps a regular file. The path is UTF-8 with a NUL at its end.
    public init(path: Span<UInt8>) throws(Failure) {
        guard MappedFile.isPath(path) else { throw Failure(number: 0) }
        var lent = unsafe ccountersign_bytes(start: nil, count: 0)
        var bits: UInt32 = 0
        var number: Int32 = 0
        let code = unsafe path.withUnsafeBytes { path in
            unsafe ccountersign_map_file(
                path.baseAddress?.assumingMemoryBound(to: CChar.self), &lent, &bits, &number)
        }
        guard code == CCOUNTERSIGN_OK else { throw Failure(number: number) }
        unsafe contents = lent
        isShared = false
        mode = bits
    }

    /// Maps a public file without a copy: only for files that nobody but the system's administrator changes, such as its
    /// anchors. The mode isn't told.
    public init(sharing path: Span<UInt8>) throws(Failure) {
        guard MappedFile.isPath(path) else { throw Failure(number: 0) }
        var lent = unsafe ccountersign_bytes(start: nil, count: 0)
        var number: Int32 = 0
        let code = unsafe path.withUnsafeBytes { path in
            unsafe ccountersign_share_file(path.baseAddress?.assumingMemoryBound(to: CChar.self), &lent, &number)
        }
        guard code == CCOUNTERSIGN_OK else { throw Failure(number: number) }
        unsafe contents = lent
        isShared = true
        mode = 0
    }

    /// A NUL at the end and none before it, where C would end the name.
    private static func isPath(_ path: Span<UInt8>) -> Bool {
        for index in path.indices where path[index] == 0 { return index == path.count - 1 }
        return false
    }

    /// No file, and no contents.
    public init() {
        unsafe contents = ccountersign_bytes(start: nil, count: 0)
        isShared = false
        mode = 0
    }

    deinit {
        if isShared {
            unsafe ccountersign_unshare_file(contents)
        } else {
            unsafe ccountersign_unmap_file(contents)
        }
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
