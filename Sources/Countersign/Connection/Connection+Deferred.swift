/// The form for programs that answer elsewhere.
extension Connection {
    /// Like `handshake(_:)`, but `handler` need not know the answer yet: it keeps the response, and somebody answers
    /// with it, at once, later, or from another thread. This call waits for the answer, at most as long as the
    /// configuration's deadline is long, counted from the challenge; then it gives up with `.timedOut`.
    ///
    /// The challenge itself can be read only within the handler. Take out of it what the answer needs, for example
    /// `Credential(trust:)`.
    public mutating func handshake(
        deferring handler: (borrowing AuthenticationChallenge, ChallengeResponse) -> Void
    ) throws(ConnectionError) {
        let slot: AnswerSlot
        do throws(ShimError) { slot = try AnswerSlot() } catch { throw fail(ConnectionError(error)) }
        var turn = 0
        var isLate = false
        let length = configuration.deadline.nanoseconds
        do throws(ConnectionError) {
            try shakeHands { challenge in
                turn += 1
                slot.open(turn: turn)
                let now = Clock.monotonicNanoseconds
                handler(challenge, ChallengeResponse(slot: slot, turn: turn))
                let disposition = slot.take(turn: turn, until: length > .max - now ? .max : now + length)
                isLate = disposition == nil
                return challenge.answer(with: disposition ?? .cancelAuthenticationChallenge)
            }
            tls.count(ignoredAnswers: slot.ignoredAnswers)
        } catch {
            tls.count(ignoredAnswers: slot.ignoredAnswers)
            throw isLate ? fail(ConnectionError(.timedOut)) : error
        }
    }
}
