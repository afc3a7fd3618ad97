/// The form for event loops: nothing here waits, but for a name's look-up.
extension Connection {
    /// Looks the host up, starts the deadline and begins to connect. The look-up of a name waits, at most until the
    /// deadline; an IP literal needs none. Called again, it does nothing.
    ///
    /// Throws `.notFound`, `.timedOut`, `.systemError`.
    public mutating func start() throws(ConnectionError) {
        guard case .new = stage else { return }
        stopwatch.split()
        let length = configuration.deadline.nanoseconds
        let now = Clock.monotonicNanoseconds
        deadline = length > .max - now ? .max : now + length
        stage = .connecting
        do throws(ShimError) {
            if let literal = NetworkAddress(literal: target.span, port: targetPort) {
                addresses[0] = literal
            } else {
                addresses = try NetworkAddress.resolve(target.span, port: targetPort, until: deadline)
            }
        } catch {
            throw fail(ConnectionError(error))
        }
        log.times.lookup = stopwatch.split()
        try connectToNextAddress(after: ConnectionError(.notFound))
    }

    /// Goes on without waiting. `.wantsRead` and `.wantsWrite` say what to wait for on `fileDescriptor`; `timeLeft` says
    /// how long at most.
    ///
    /// Throws what ended the connection, and the same again on every later call; when this side gave up because of an
    /// answer, only after the alert has left.
    public mutating func advance() throws(ConnectionError) -> Progress {
        while true {
            switch stage {
            case .new: try start()
            case .connecting: if try !isConnected() { return .wantsWrite }
            case .shakingHands: return try advanceHandshake()
            case .established: return .finished
            case .failed(let error): throw error
            case .closed: throw ConnectionError(.endOfStream)
            }
        }
    }

    private mutating func advanceHandshake() throws(ConnectionError) -> Progress {
        let phase = tls.phase
        do throws(ConnectionError) {
            let progress = try tls.advance(over: &transport)
            takeTime(since: phase)
            switch progress {
            case .finished:
                // What took too long on this side, such as an external key, is late too.
                if timeLeft == 0 { throw ConnectionError(.timedOut) }
                stage = .established
                remember()
                keepSession()
            case .challenge: prepareAnchors()
            // The deadline is for the network: the answer to a challenge has its own time.
            case .wantsRead, .wantsWrite: if timeLeft == 0 { throw ConnectionError(.timedOut) }
            }
            return progress
        } catch {
            takeTime(since: phase)
            guard error.code == .signatureSchemeFault, !log.isRetriedWithTLS12 else { throw fail(error) }
            log.isRetriedWithTLS12 = true
            try beginAnew(after: error)
            return .wantsWrite
        }
    }

    /// The same again, at the same address and with the same deadline.
    mutating func beginAnew(after error: ConnectionError) throws(ConnectionError) {
        try renewHandshake()
        nextAddress -= 1
        stage = .connecting
        try connectToNextAddress(after: error)
    }

    /// A handshake from its beginning.
    mutating func renewHandshake() throws(ConnectionError) {
        do throws(ConnectionError) {
            tls = try Connection.makeHandshake(
                reference, configuration, protocols,
                maximumVersion: log.isRetriedWithTLS12 ? .tls12 : configuration.maximumVersion)
        } catch {
            throw fail(error)
        }
    }

    /// Begins to connect to the next address there is; if none is left, `error` is why it failed.
    private mutating func connectToNextAddress(after error: ConnectionError) throws(ConnectionError) {
        var reason = error
        while nextAddress < addresses.count, let address = addresses[nextAddress] {
            nextAddress += 1
            log.addressesTried += 1
            let isLast = nextAddress == addresses.count || addresses[nextAddress] == nil
            // An address that swallows packets may use half of what is left, so that the next one has its turn.
            let now = Clock.monotonicNanoseconds
            attemptDeadline = isLast || deadline == .max ? deadline : now + max(0, deadline - now) / 2
            do throws(ShimError) {
                transport = SocketTransport(try address.connect())
                return
            } catch {
                reason = ConnectionError(error)
            }
        }
        throw fail(reason)
    }

    /// Whether TCP has connected; goes on to the next address where it failed.
    private mutating func isConnected() throws(ConnectionError) -> Bool {
        do throws(ShimError) {
            let ready = try Readiness.wait(for: .writable, on: fileDescriptor, until: 0)
            guard ready.isWritable else { return false }
            try transport.descriptor.connectResult()
            log.times.connect += stopwatch.split()
            stage = .shakingHands
            offerSession()
            return true
        } catch {
            if error.code == .timedOut {
                if timeLeft == 0 { throw fail(ConnectionError(.timedOut)) }
                guard Clock.monotonicNanoseconds >= attemptDeadline else { return false }
            }
            try connectToNextAddress(after: ConnectionError(error))
            return false
        }
    }

    /// Books the time since the last split to the part of the handshake that has just been gone through.
    private mutating func takeTime(since phase: HandshakePhase) {
        let time = stopwatch.split()
        switch phase {
        case ..<HandshakePhase.certificateReceived: log.times.certificate += time
        case .certificateReceived: log.times.keyExchange += time
        default: log.times.finish += time
        }
    }

    /// Remembers why it failed, lets go of the socket, and hands the reason back to be thrown.
    mutating func fail(_ error: ConnectionError) -> ConnectionError {
        var error = error
        forgetOfferedSession()
        noteRefusal(&error)
        if error.code == .pinMismatch { error.pinFailure = pinReport }
        stage = .failed(error)
        transport.descriptor.shutdownWriting()
        transport = SocketTransport()
        return error
    }

    /// What a peer may send in one call without saying anything, before other connections have their turn.
    static var turn: UInt64 { 65_536 }

    /// Reads what is there: `.moved`, `.wantsRead`, `.wantsWrite`, or `.ended` after the peer's close_notify. A peer that
    /// sends much and says nothing takes no more than 64 KiB of one call: then `.wantsRead` while the descriptor may still be readable.
    public mutating func readAvailable(into bytes: inout MutableSpan<UInt8>) throws(ConnectionError) -> DataProgress {
        try readAvailable(into: &bytes, until: .max)
    }

    /// A peer that sends much and says nothing, such as warning alerts, does not get beyond `deadline`.
    mutating func readAvailable(
        into bytes: inout MutableSpan<UInt8>, until deadline: Int64
    ) throws(ConnectionError) -> DataProgress {
        try requireEstablished()
        let received = tls.bytesReceived
        do throws(ConnectionError) {
            while true {
                let progress = try tls.read(into: &bytes)
                if tls.hasSessionToKeep { keepSession() }
                // Before more is taken from the socket, so that it stays ready and its event loop comes back to it.
                let hasHadItsTurn = tls.bytesReceived - received >= Connection.turn
                if progress == .wantsRead, hasHadItsTurn, deadline == .max { return progress }
                guard try tls.moveBytes(for: progress, over: &transport) else { return progress }
                let isLate = deadline != .max && Clock.monotonicNanoseconds >= deadline
                if isLate { throw ConnectionError(.timedOut) }
            }
        } catch {
            throw fail(error)
        }
    }

    /// Writes what goes without waiting. After `.wantsWrite` or `.wantsRead` it must be called again with the same bytes.
    public mutating func writeAvailable(_ bytes: Span<UInt8>) throws(ConnectionError) -> DataProgress {
        try requireEstablished()
        do throws(ConnectionError) {
            while true {
                let progress = try tls.write(bytes)
                guard try tls.moveBytes(for: progress, over: &transport) else { return progress }
            }
        } catch {
            throw fail(error)
        }
    }

    /// Says goodbye as far as that goes without waiting; `.ended` when it has left, and the socket is closed then.
    public mutating func closeAvailable() throws(ConnectionError) -> DataProgress {
        guard case .established = stage else { return .ended }
        do throws(ConnectionError) {
            while true {
                let progress = try tls.close()
                if progress == .ended {
                    stage = .closed
                    transport.descriptor.shutdownWriting()
                    transport = SocketTransport()
                    return .ended
                }
                guard try tls.moveBytes(for: progress, over: &transport) else { return progress }
            }
        } catch {
            throw fail(error)
        }
    }

    private func requireEstablished() throws(ConnectionError) {
        switch stage {
        case .established: return
        case .failed(let error): throw error
        case .closed: throw ConnectionError(.endOfStream)
        case .new, .connecting, .shakingHands: throw ConnectionError(.invalidArgument)
        }
    }
}
