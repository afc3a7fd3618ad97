import Foundation

/// Runs `body`, which may block, on a thread of its own while the test is suspended.
///
/// Tests share a pool of as many threads as there are cores. A test that waits long, for a deadline, say, should wait
/// here, so that the others go on.
public func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        startThread { continuation.resume(with: Result { try body() }) }
    }
}

/// Runs `body` on a new thread, off the pool that Swift's tasks share.
func startThread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = 1 << 20
    thread.start()
}
