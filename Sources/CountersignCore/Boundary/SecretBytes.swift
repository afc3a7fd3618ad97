internal import CCountersign

/// Bytes that nobody else may read later: passphrases, derived keys, decrypted contents.
///
/// The memory is the shim's, owned by this value alone, never moved or copied behind its back, and wiped when the
/// value ends, on error paths too. Without memory it is empty, and whoever fills it finds no room.
///
/// Public only because Embedded Swift must see the end of such a value in every module; nothing of it can be used
/// outside the package.
@safe
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    private let start: UnsafeMutablePointer<UInt8>?
    private let capacity: Int
    /// How many of the bytes mean something. Never more than were asked for.
    package private(set) var count: Int

    /// Zeroed bytes.
    package init(count: Int) {
        guard count > 0, let memory = unsafe ccountersign_allocate(count) else {
            unsafe start = nil
            capacity = 0
            self.count = 0
            return
        }
        unsafe start = memory.bindMemory(to: UInt8.self, capacity: count)
        capacity = count
        self.count = count
    }

    /// A copy of `bytes`.
    package init(copying bytes: Span<UInt8>) {
        self.init(count: bytes.count)
        var target = mutableSpan
        var index = 0
        while index < target.count, index < bytes.count {
            target[index] = bytes[index]
            index += 1
        }
    }

    deinit {
        unsafe ccountersign_release(start, capacity)
    }

    package var isEmpty: Bool { count == 0 }

    /// The bytes, for reading.
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            guard let start = unsafe start else { return Span() }
            return unsafe _overrideLifetime(Span(_unsafeStart: start, count: count), borrowing: self)
        }
    }

    /// The bytes, for writing.
    package var mutableSpan: MutableSpan<UInt8> {
        @_lifetime(&self)
        mutating get {
            guard let start = unsafe start else { return MutableSpan() }
            return unsafe _overrideLifetime(MutableSpan(_unsafeStart: start, count: count), mutating: &self)
        }
    }

    /// Keeps the first bytes; the rest is still wiped in the end.
    package mutating func truncate(to newCount: Int) {
        count = max(0, min(count, newCount))
    }
}

/// Overwrites bytes in a way that no compiler removes.
package func wipe(_ bytes: inout MutableSpan<UInt8>) {
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe ccountersign_wipe(buffer.baseAddress, buffer.count)
    }
}
