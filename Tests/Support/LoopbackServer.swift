import Foundation

/// Accepts connections on 127.0.0.1, each on a thread of its own, for a bounded time. The base of the servers below.
final class LoopbackServer: Sendable {
    let port: UInt16

    private let stopSignal: StopSignal
    private let threads = ThreadCount()

    /// `serve` gets each connection, its number from 0, the stop signal and the end of time. What it throws is dropped:
    /// the peer of a hostile server may leave at any time.
    init(
        lifetime: Duration, _ serve: @escaping @Sendable (Wire, Int, StopSignal, ContinuousClock.Instant) throws -> Void
    ) throws {
        let listener = try Listener()
        let stopSignal = try StopSignal()
        let end = ContinuousClock.now + lifetime
        port = listener.port
        self.stopSignal = stopSignal
        threads.start { [threads] in
            var number = 0
            while let wire = listener.accept(stop: stopSignal, end: end) {
                let this = number
                number += 1
                threads.start {
                    try? serve(wire, this, stopSignal, end)
                    wire.close()
                }
            }
        }
    }

    deinit {
        stopSignal.raise()
    }

    /// Ends every connection and waits until the threads are gone.
    func stop() {
        stopSignal.raise()
        threads.waitForNone()
    }
}

/// How many threads are running, to wait for none.
private final class ThreadCount: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0

    func start(_ body: @escaping @Sendable () -> Void) {
        condition.withLock { count += 1 }
        startThread { [self] in
            body()
            condition.withLock {
                count -= 1
                condition.broadcast()
            }
        }
    }

    func waitForNone() {
        let end = Date(timeIntervalSinceNow: 10)
        condition.withLock {
            while count > 0, condition.wait(until: end) {}
        }
    }
}
