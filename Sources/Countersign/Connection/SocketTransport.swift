/// A connected TCP socket.
package struct SocketTransport: Transport, ~Copyable, Sendable {
    package let descriptor: Descriptor

    package init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Not connected: every transfer fails.
    init() {
        descriptor = Descriptor(borrowing: -1)
    }

    package mutating func receive(into window: inout MutableSpan<UInt8>) -> Transfer {
        descriptor.receive(into: &window)
    }

    package mutating func send(_ bytes: Span<UInt8>) -> Transfer {
        descriptor.send(bytes)
    }
}
