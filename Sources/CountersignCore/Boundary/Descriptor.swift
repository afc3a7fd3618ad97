internal import CCountersign

/// What came of moving bytes through a non-blocking descriptor or any other transport.
public enum Transfer: Equatable, Sendable {
    /// This many bytes were moved; at least one.
    case moved(Int)
    /// Nothing can be moved now.
    case wouldBlock
    /// The other side has ended the stream (receiving only).
    case ended
    /// It broke; the number is the system's errno, or 0.
    case failed(Int32)

    init(shim result: Int64, isReceiving: Bool) {
        switch result {
        case 1...: self = .moved(Int(clamping: result))
        case 0: self = isReceiving ? .ended : .wouldBlock
        case -1: self = .wouldBlock
        default: self = .failed(Int32(truncatingIfNeeded: -1000 - result))
        }
    }

    var count: Int {
        if case .moved(let count) = self { count } else { 0 }
    }
}

/// A file descriptor that this value owns: closed at its end. Non-blocking, close-on-exec.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32
    private let isOwned: Bool

    package init(owning number: Int32) {
        self.number = number
        isOwned = true
    }

    /// A descriptor that somebody else closes, such as standard input.
    package init(borrowing number: Int32) {
        self.number = number
        isOwned = false
    }

    deinit {
        if isOwned { ccountersign_close_descriptor(number) }
    }

    /// recv(2), never raising SIGPIPE.
    package func receive(into bytes: inout MutableSpan<UInt8>) -> Transfer {
        let moved = unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe ccountersign_receive(number, $0.baseAddress, $0.count)
        }
        return Transfer(shim: moved, isReceiving: true)
    }

    /// send(2), never raising SIGPIPE.
    package func send(_ bytes: Span<UInt8>) -> Transfer {
        let moved = unsafe bytes.withUnsafeBufferPointer { unsafe ccountersign_send(number, $0.baseAddress, $0.count) }
        return Transfer(shim: moved, isReceiving: false)
    }

    /// read(2), for descriptors that are no sockets.
    package func read(into bytes: inout MutableSpan<UInt8>) -> Transfer {
        let moved = unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe ccountersign_read_descriptor(number, $0.baseAddress, $0.count)
        }
        return Transfer(shim: moved, isReceiving: true)
    }

    /// write(2), for descriptors that are no sockets.
    package func write(_ bytes: Span<UInt8>) -> Transfer {
        let moved = unsafe bytes.withUnsafeBufferPointer {
            unsafe ccountersign_write_descriptor(number, $0.baseAddress, $0.count)
        }
        return Transfer(shim: moved, isReceiving: false)
    }

    package func shutdownWriting() {
        ccountersign_shutdown_write(number)
    }

    package var isTerminal: Bool { ccountersign_is_terminal(number) != 0 }
}

/// Which of two descriptors are ready, or are waited for. No OptionSet: that would bring arrays into the core.
package struct Readiness: Equatable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let nothing = Readiness(rawValue: 0)
    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)

    package var isReadable: Bool { rawValue & 1 != 0 }
    package var isWritable: Bool { rawValue & 2 != 0 }
    package var isSecondReadable: Bool { rawValue & 4 != 0 }
    package var isSecondWritable: Bool { rawValue & 8 != 0 }

    package func union(_ other: Readiness) -> Readiness {
        Readiness(rawValue: rawValue | other.rawValue)
    }

    /// Waits until a descriptor, or one of two, is ready for what is asked for, at most until `deadline`
    /// (a reading of the monotonic clock, in nanoseconds; `Int64.max` is none). Throws `.timedOut`.
    package static func wait(
        for interest: Readiness, on descriptor: Int32, or second: Int32 = -1,
        for secondInterest: Readiness = .nothing, until deadline: Int64
    ) throws(ShimError) -> Readiness {
        var ready: Int32 = 0
        var native: Int32 = 0
        let code = unsafe ccountersign_wait(
            descriptor, interest.rawValue, second, secondInterest.rawValue, deadline, &ready, &native)
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return Readiness(rawValue: ready)
    }
}
