internal import CCountersign

/// Descriptors that are waited for together, at most `limit` of them.
package struct PollSet: ~Copyable {
    private var entries = InlineArray<64, ccountersign_waiting>(repeating: ccountersign_waiting())
    package private(set) var count = 0

    package static var limit: Int { Int(CCOUNTERSIGN_WAITING_LIMIT) }

    package init() {}

    package mutating func removeAll() {
        count = 0
    }

    /// False when the set is full.
    package mutating func add(_ descriptor: Int32, for interest: Readiness) -> Bool {
        guard count < PollSet.limit else { return false }
        entries[count] = ccountersign_waiting(
            descriptor: descriptor, interest: UInt8(truncatingIfNeeded: interest.rawValue), ready: 0)
        count += 1
        return true
    }

    /// Waits until one of them is ready, at most until `deadline`. Throws `.timedOut`.
    package mutating func wait(until deadline: Int64) throws(ShimError) {
        var native: Int32 = 0
        let count = count
        var span = entries.mutableSpan
        let code = unsafe span.withUnsafeMutableBufferPointer {
            unsafe ccountersign_wait_any($0.baseAddress, count, deadline, &native)
        }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
    }

    /// Whether the descriptor that was added as number `index` is ready, for what it waited for or for an error.
    package func isReady(_ index: Int) -> Bool {
        index < count && entries[index].ready != 0
    }
}
