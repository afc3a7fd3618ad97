/// Bytes to and from the peer, and the application's data.
extension Handshake {
    /// After `.wantsRead`: lets `transport` put bytes where they are wanted. An end of the stream is taken note of;
    /// the next `advance()` tells what it means.
    public mutating func receive(from transport: inout some Transport & ~Copyable) -> Transfer {
        let transfer = session.withInput({ window in transport.receive(into: &window) }, count: { $0.count })
        if transfer == .ended { session.endOfInput() }
        return transfer
    }

    /// After `.wantsWrite`: gives `transport` the bytes that must leave.
    public mutating func send(to transport: inout some Transport & ~Copyable) -> Transfer {
        session.withOutput({ bytes in transport.send(bytes) }, count: { $0.count })
    }

    /// `advance()`, moving bytes through `transport` as long as it does not block.
    public mutating func advance(over transport: inout some Transport & ~Copyable) throws(ConnectionError) -> Progress {
        while true {
            let progress = try advance()
            let transfer: Transfer
            switch progress {
            case .wantsRead: transfer = receive(from: &transport)
            case .wantsWrite: transfer = send(to: &transport)
            case .challenge, .finished: return progress
            }
            switch transfer {
            case .moved, .ended: continue
            case .wouldBlock: return progress
            case .failed(let native):
                let error = broken(native, while: progress == .wantsWrite, transport: &transport)
                end(with: error)
                throw error
            }
        }
    }

    /// The transport broke. A server that refuses a client says so and closes, and the client, still writing, learns of
    /// the closing first: what it said may wait to be read. Only a plain record can be read without the session.
    private func broken(
        _ native: Int32, while isSending: Bool, transport: inout some Transport & ~Copyable
    ) -> ConnectionError {
        var record = InlineArray<7, UInt8>(repeating: 0)
        var span = record.mutableSpan
        // RFC 8446 §5.1 and §6: type 21, a version, the length 2, fatal, the description.
        guard isSending, transport.receive(into: &span) == .moved(7), record[0] == 21, record[1] == 3, record[3] == 0,
            record[4] == 2, record[5] == 2
        else { return ConnectionError(systemError: native) }
        var error = ConnectionError(.alertReceived)
        error.alertReceived = Alert(rawValue: record[6])
        return error.interpreted(afterClientCertificate: clientCertificateChallenge)
    }

    /// Reads application data, after `.finished`. `.ended` is the peer's close_notify: all it sent has come. A stream
    /// that ends without it throws `.endOfStream`.
    public mutating func read(into bytes: inout MutableSpan<UInt8>) throws(ConnectionError) -> DataProgress {
        try dataProgress(session.read(into: &bytes))
    }

    /// Writes application data, after `.finished`, and says how much of it was taken. After `.wantsWrite` or
    /// `.wantsRead` it must be called again with the same bytes.
    public mutating func write(_ bytes: Span<UInt8>) throws(ConnectionError) -> DataProgress {
        try dataProgress(session.write(bytes))
    }

    /// Says goodbye with close_notify: `.wantsWrite` until it has left, then `.ended`.
    public mutating func close() throws(ConnectionError) -> DataProgress {
        try dataProgress((session.close(), 0))
    }

    /// Moves the bytes that a read, write or close asked for. False when it asked for none, or `transport` would block.
    package mutating func moveBytes(
        for progress: DataProgress, over transport: inout some Transport & ~Copyable
    ) throws(ConnectionError) -> Bool {
        let transfer: Transfer
        switch progress {
        case .wantsRead: transfer = receive(from: &transport)
        case .wantsWrite: transfer = send(to: &transport)
        case .moved, .ended: return false
        }
        switch transfer {
        case .moved, .ended: return true
        case .wouldBlock: return false
        case .failed(let native): throw ConnectionError(systemError: native)
        }
    }

    private func dataProgress(_ outcome: (SessionStatus, Int)) throws(ConnectionError) -> DataProgress {
        switch outcome.0 {
        case .wantsRead: return .wantsRead
        case .wantsWrite: return .wantsWrite
        case .established: return .moved(outcome.1)
        case .closed: return .ended
        case .failed, .serverTrust, .clientCertificate: throw sessionFailure
        }
    }
}
