import Testing

@testable import Countersign

/// Where an answer waits for the thread that shakes hands.
@Suite struct AnswerSlotTests {
    @Test(.timeLimit(.minutes(1)))
    func `the late signal of an earlier answer doesn't outlast the deadline`() throws {
        let slot = try AnswerSlot()
        slot.open(turn: 1)
        #expect(slot.put(.performDefaultHandling, turn: 1))
        _ = slot.take(turn: 1, until: .max)
        slot.open(turn: 2)
        slot.event.signal()
        let answer = slot.take(turn: 2, until: Clock.monotonicNanoseconds + 50_000_000)
        let isNothing = answer == nil
        #expect(isNothing)
        #expect(!slot.put(.performDefaultHandling, turn: 2))
    }
}
