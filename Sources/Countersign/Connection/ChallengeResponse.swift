import Synchronization

/// The way to answer a challenge from elsewhere: from another thread, or later. It may be kept and passed on; it can
/// be used once.
///
/// Counterpart: the completion handler of urlSession(_:didReceive:completionHandler:).
public struct ChallengeResponse: Sendable {
    let slot: AnswerSlot
    /// Which challenge of the connection it belongs to.
    let turn: Int

    /// Answers the challenge. False when it had been answered before, or too late: then it changes nothing, and the
    /// connection's record counts it.
    @discardableResult
    public func resolve(_ disposition: Disposition) -> Bool {
        slot.put(disposition, turn: turn)
    }
}

/// Where a response's disposition waits for the thread that shakes hands.
final class AnswerSlot: @unchecked Sendable {
    /// Four states for each turn: open, being written, answered, closed. `answer` belongs to the thread that moved it
    /// from open to being written, and then, once answered, to the one that shakes hands.
    private let state = Atomic<Int>(0)
    private let ignored = Atomic<Int>(0)
    private var answer = Disposition.cancelAuthenticationChallenge
    let event: Descriptor

    init() throws(ShimError) {
        event = try Descriptor.event()
    }

    /// Answers that changed nothing.
    var ignoredAnswers: Int { ignored.load(ordering: .relaxed) }

    /// Opens the slot for the next challenge.
    func open(turn: Int) {
        state.store(turn * 4, ordering: .releasing)
    }

    func put(_ disposition: Disposition, turn: Int) -> Bool {
        guard state.compareExchange(expected: turn * 4, desired: turn * 4 + 1, ordering: .acquiring).exchanged else {
            ignored.add(1, ordering: .relaxed)
            return false
        }
        answer = disposition
        state.store(turn * 4 + 2, ordering: .releasing)
        event.signal()
        return true
    }

    /// Waits for the answer; nil when none came before `deadline`, and none is taken from then on.
    func take(turn: Int, until deadline: Int64) -> Disposition? {
        let isOpen = turn * 4
        while state.load(ordering: .acquiring) != isOpen + 2 {
            do throws(ShimError) {
                _ = try Readiness.wait(for: .readable, on: event.number, until: deadline)
                // It may be the late signal of an answer that the last turn found without waiting for it.
                clearEvent()
            } catch {
                let closed = state.compareExchange(expected: isOpen, desired: isOpen + 3, ordering: .acquiring)
                if closed.exchanged { return nil }
            }
        }
        clearEvent()
        return answer
    }

    private func clearEvent() {
        var count = InlineArray<8, UInt8>(repeating: 0)
        var span = count.mutableSpan
        _ = event.read(into: &span)
    }
}
