internal import CCountersign

/// The session's windows for bytes from and to the peer, and the application's own data.
extension ShimSession {
    /// Lets `fill` put bytes where the session wants them next; it returns how many it put there.
    mutating func withInput<Result, Failure: Error>(
        _ fill: (inout MutableSpan<UInt8>) throws(Failure) -> Result, count: (Result) -> Int
    ) throws(Failure) -> Result {
        let window = unsafe ccountersign_session_input(pointer)
        guard let start = unsafe window.start else {
            var nothing = MutableSpan<UInt8>()
            return try fill(&nothing)
        }
        var span = unsafe MutableSpan<UInt8>(_unsafeStart: start, count: window.count)
        let result = try fill(&span)
        let moved = count(result)
        if moved > 0 { unsafe ccountersign_session_received(pointer, moved) }
        return result
    }

    /// Lends `drain` the bytes that must leave next; it returns how many did.
    mutating func withOutput<Result, Failure: Error>(
        _ drain: (Span<UInt8>) throws(Failure) -> Result, count: (Result) -> Int
    ) throws(Failure) -> Result {
        let output = unsafe ccountersign_session_output(pointer)
        let bytes = unsafe LentBytes(raw: output).bytes(from: self)
        let result = try drain(bytes)
        let moved = count(result)
        if moved > 0 { unsafe ccountersign_session_sent(pointer, moved) }
        return result
    }

    mutating func endOfInput() {
        unsafe ccountersign_session_end_of_input(pointer)
    }

    /// Reads application data; the count is meaningful with `.established` only.
    mutating func read(into bytes: inout MutableSpan<UInt8>) -> (SessionStatus, Int) {
        let session = unsafe pointer
        var count = 0
        let status = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe ccountersign_session_read(session, bytes.baseAddress, bytes.count, &count)
        }
        return (ShimSession.status(status), count)
    }

    /// Writes application data; after `.wantsWrite` it must be called again with the same bytes.
    mutating func write(_ bytes: Span<UInt8>) -> (SessionStatus, Int) {
        let session = unsafe pointer
        var count = 0
        let status = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe ccountersign_session_write(session, bytes.baseAddress, bytes.count, &count)
        }
        return (ShimSession.status(status), count)
    }
}
