/// Something that carries bytes to the peer and back: a socket, a pipe, a buffer in a test. It must not block;
/// when it cannot move a byte it says so.
public protocol Transport: ~Copyable {
    /// Puts bytes from the peer at the front of `window`, at most as many as fit.
    mutating func receive(into window: inout MutableSpan<UInt8>) -> Transfer

    /// Takes bytes for the peer, at least one or none.
    mutating func send(_ bytes: Span<UInt8>) -> Transfer
}
