internal import CCountersign

/// A mutex, since Embedded Swift has none. Not recursive.
///
/// Public only because Embedded Swift must see the end of such a value in every module; nothing of it can be used
/// outside the package.
@safe
public struct Lock: ~Copyable, @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Nil without memory.
    package init?() {
        guard let memory = unsafe ccountersign_allocate(ccountersign_lock_size()) else { return nil }
        let lock = OpaquePointer(memory)
        guard unsafe ccountersign_lock_init(lock) == CCOUNTERSIGN_OK else {
            unsafe ccountersign_release(memory, ccountersign_lock_size())
            return nil
        }
        unsafe pointer = lock
    }

    deinit {
        unsafe ccountersign_lock_free(pointer)
        unsafe ccountersign_release(UnsafeMutableRawPointer(pointer), ccountersign_lock_size())
    }

    package func withLock<Result>(_ body: () -> Result) -> Result {
        acquire()
        defer { release() }
        return body()
    }

    /// For what a closure can't capture; each needs its `release()`.
    package func acquire() {
        unsafe ccountersign_lock_acquire(pointer)
    }

    package func release() {
        unsafe ccountersign_lock_release(pointer)
    }
}
