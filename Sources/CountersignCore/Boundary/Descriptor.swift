internal import CCountersign

/// A file descriptor that this value owns: closed at its end. Non-blocking, close-on-exec.
///
/// Public only because Embedded Swift must see the end of such a value in every module; nothing of it can be used
/// outside the package.
public struct Descriptor: ~Copyable, Sendable {
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
