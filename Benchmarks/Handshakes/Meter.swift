import AllocationCounter
import Glibc
import Peers

/// Counts the client's part of a handshake and nothing of the server's, which runs in the same thread.
final class Meter {
    enum Quantity {
        case time, allocations, instructions
    }

    let quantity: Quantity
    private(set) var nanoseconds = 0
    private(set) var counts = allocation_counts()
    /// Those of Swift's allocations that come before the handshake begins.
    private(set) var setUpAllocations: UInt64 = 0
    /// Bytes that the established connection holds while it is idle.
    private(set) var liveBytes: Int64 = 0
    private var started = 0

    init(_ quantity: Quantity) {
        self.quantity = quantity
        switch quantity {
        case .time: break
        case .allocations:
            allocation_counter_start()
            counts = allocation_counter_stop()
        case .instructions: peer_forget_count()
        }
    }

    func begin() {
        switch quantity {
        case .time: started = Meter.now
        case .allocations: allocation_counter_resume()
        case .instructions: peer_toggle_counting()
        }
    }

    func stop() {
        switch quantity {
        case .time: nanoseconds += Meter.now - started
        case .allocations: counts = allocation_counter_stop()
        case .instructions: peer_toggle_counting()
        }
    }

    func isSetUp() { setUpAllocations = counts.swift }

    func isEstablished() { liveBytes = counts.live }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
