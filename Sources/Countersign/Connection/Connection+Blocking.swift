/// The form for threads of one's own: each call waits until it is done, or its deadline has passed.
extension Connection {
    /// Looks the host up, connects and shakes hands, asking `handler` at each challenge: first for the server's trust,
    /// then, if the server asks for a certificate, for that. The configuration's deadline holds for all of it but the
    /// handler's own time. An error thrown by the handler cancels.
    ///
    /// If the server refuses the identity that it was answered with, it is connected to again and the handler is asked
    /// again, for the trust and then for a certificate with a `previousFailureCount`, as often as the configuration's
    /// `identityAttempts` allow. To end it, cancel, or leave it to default handling: what is thrown is the refusal then,
    /// as it is for an identity that was refused already. In TLS 1.3 refusals come after the handshake: see
    /// `startAgain()`.
    ///
    /// Throws `ConnectionError`: `.trustRefused` with the verdict, `.cancelled`, `.timedOut`, and what else can happen
    /// on a network.
    ///
    /// Counterpart: urlSession(_:didReceive:completionHandler:).
    public mutating func handshake<Failure: Error>(
        _ handler: (borrowing AuthenticationChallenge) throws(Failure) -> Disposition
    ) throws(ConnectionError) {
        let isPathUnused = isPathUnused
        try shakeHands { challenge in
            do throws(Failure) {
                return challenge.answer(with: try handler(challenge), isPathUnused: isPathUnused)
            } catch {
                return nil
            }
        }
    }

    /// The same, for handlers that evaluate the trust themselves: the `TrustError` that they throw goes into the
    /// error thrown here and, as an alert, to the server.
    public mutating func handshakeEvaluating(
        _ handler: (borrowing AuthenticationChallenge) throws(TrustError) -> Disposition
    ) throws(ConnectionError) {
        let isPathUnused = isPathUnused
        try shakeHands { challenge in
            do throws(TrustError) {
                return challenge.answer(with: try handler(challenge), isPathUnused: isPathUnused)
            } catch {
                return ChallengeAnswer(refusing: error)
            }
        }
    }

    /// The same, with default handling of every challenge. An identity that the server refuses is followed by another try
    /// as long as the configuration has others.
    public mutating func handshake() throws(ConnectionError) {
        isDefaultHandling = true
        let isPathUnused = isPathUnused
        try shakeHands(isAsking: false) { challenge in
            challenge.answer(with: .performDefaultHandling, isPathUnused: isPathUnused)
        }
    }

    /// `decide` returns nil when the program's handler threw.
    mutating func shakeHands(
        isAsking: Bool = true, _ decide: (borrowing AuthenticationChallenge) -> ChallengeAnswer?
    ) throws(ConnectionError) {
        while true {
            do throws(ConnectionError) {
                return try shakeHandsOnce(decide)
            } catch {
                guard try tryAnotherIdentity(after: error, isAsking: isAsking) else { throw error }
            }
        }
    }

    private mutating func shakeHandsOnce(
        _ decide: (borrowing AuthenticationChallenge) -> ChallengeAnswer?
    ) throws(ConnectionError) {
        while case .challenge = try advanceWaiting() { answer(decide) }
    }

    /// Goes on until there is a challenge, or the handshake is finished.
    package mutating func advanceWaiting() throws(ConnectionError) -> Progress {
        while true {
            let progress = try advance()
            switch progress {
            case .finished, .challenge: return progress
            case .wantsRead: try wait(for: .readable, until: deadline)
            case .wantsWrite: try wait(for: .writable, until: stageDeadline)
            }
        }
    }

    private mutating func answer(_ decide: (borrowing AuthenticationChallenge) -> ChallengeAnswer?) {
        stopwatch.split()
        let asked = Clock.monotonicNanoseconds
        var didThrow = false
        var answer = ChallengeAnswer(ignoring: .cancelAuthenticationChallenge)
        if let challenge {
            let decided = decide(challenge)
            didThrow = decided == nil
            answer = decided ?? challenge.answer(with: .cancelAuthenticationChallenge)
        }
        if didThrow { log.didHandlerThrow = true }
        resolve(answer)
        extendDeadline(by: Clock.monotonicNanoseconds - asked)
    }

    /// What the program took to answer is not the network's fault.
    package mutating func extendDeadline(by time: Int64) {
        deadline = deadline > .max - time ? .max : deadline + time
    }

    private var stageDeadline: Int64 {
        if case .connecting = stage { attemptDeadline } else { deadline }
    }

    private mutating func wait(for interest: Readiness, until deadline: Int64) throws(ConnectionError) {
        do throws(ShimError) {
            _ = try Readiness.wait(for: interest, on: fileDescriptor, until: deadline)
        } catch {
            // While connecting, the next `advance()` goes on to the next address, or finds the deadline passed.
            if case .connecting = stage, error.code == .timedOut { return }
            throw fail(ConnectionError(error))
        }
    }

    // MARK: data

    /// Reads some application data, waiting for it, at most for `timeout` if one is given. Returns how many bytes were
    /// put at the front of `bytes`; 0 is the peer's goodbye. A stream that ends without one throws `.endOfStream`: what
    /// was read may be cut short.
    public mutating func read(
        into bytes: inout MutableSpan<UInt8>, timeout: Duration? = nil
    ) throws(ConnectionError) -> Int {
        guard !bytes.isEmpty else { return 0 }
        let deadline = Connection.deadline(timeout)
        while true {
            switch try readAvailable(into: &bytes, until: deadline) {
            case .moved(let count): return count
            case .ended: return 0
            case .wantsRead: try wait(for: .readable, until: deadline)
            case .wantsWrite: try wait(for: .writable, until: deadline)
            }
        }
    }

    /// Writes all of `bytes`, waiting as needed, at most for `timeout` if one is given. If it throws, how much the peer
    /// has got is not known.
    public mutating func write(_ bytes: Span<UInt8>, timeout: Duration? = nil) throws(ConnectionError) {
        let deadline = Connection.deadline(timeout)
        var written = 0
        while written < bytes.count {
            switch try writeAvailable(bytes.extracting(droppingFirst: written)) {
            case .moved(let count): written += count
            case .ended: throw fail(ConnectionError(.endOfStream))
            case .wantsRead: try wait(for: .readable, until: deadline)
            case .wantsWrite: try wait(for: .writable, until: deadline)
            }
        }
    }

    /// Writes a text in UTF-8.
    public mutating func write(_ text: String, timeout: Duration? = nil) throws(ConnectionError) {
        try write(Array(text.utf8).span, timeout: timeout)
    }

    /// Says goodbye with close_notify, waiting at most a second for it to leave, and closes the socket. Closing what
    /// was never established, or is closed already, just lets go of it.
    public mutating func close() {
        collectTickets()
        let deadline = Connection.deadline(.seconds(1))
        do throws(ConnectionError) {
            while try closeAvailable() != .ended { try wait(for: .writable, until: deadline) }
        } catch {
            // The peer is gone or does not listen: there is nobody left to be told.
        }
        stage = .closed
        transport = SocketTransport()
    }

    private static func deadline(_ timeout: Duration?) -> Int64 {
        guard let timeout else { return .max }
        let now = Clock.monotonicNanoseconds
        return timeout.nanoseconds > .max - now ? .max : now + timeout.nanoseconds
    }
}
