internal import CCountersign

/// An IPv4 or IPv6 address with a port.
@safe
package struct NetworkAddress: Sendable {
    private let raw: ccountersign_address

    private init(_ raw: ccountersign_address) {
        self.raw = raw
    }

    /// Reads an IPv4 or IPv6 literal, without brackets; nil for anything else, so for a name.
    package init?(literal text: Span<UInt8>, port: UInt16) {
        var address = ccountersign_address()
        let isLiteral = unsafe text.withUnsafeBufferPointer { text in
            unsafe text.withMemoryRebound(to: CChar.self) {
                unsafe ccountersign_parse_address($0.baseAddress, $0.count, &address)
            }
        }
        guard isLiteral != 0 else { return nil }
        address.port = port
        raw = address
    }

    package var port: UInt16 { raw.port }

    /// The address as text without its port, into `text`; returns how many bytes were written.
    package func write(into text: inout MutableSpan<UInt8>) -> Int {
        unsafe text.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                unsafe withUnsafePointer(to: raw) {
                    unsafe ccountersign_format_address($0, buffer.baseAddress, buffer.count)
                }
            }
        }
    }

    /// Starts to connect; the descriptor becomes writable when it is done, one way or the other.
    package func connect() throws(ShimError) -> Descriptor {
        var descriptor: Int32 = -1
        var native: Int32 = 0
        let code = unsafe withUnsafePointer(to: raw) { unsafe ccountersign_connect($0, &descriptor, &native) }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return Descriptor(owning: descriptor)
    }

    /// Listens; `port` becomes the one that was bound.
    package func listen(port: inout UInt16) throws(ShimError) -> Descriptor {
        var descriptor: Int32 = -1
        var native: Int32 = 0
        let code = unsafe withUnsafePointer(to: raw) { unsafe ccountersign_listen($0, &descriptor, &port, &native) }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return Descriptor(owning: descriptor)
    }

    /// The addresses of a host, looked up on a thread of its own that is left behind at the deadline.
    package static func resolve(
        _ host: Span<UInt8>, port: UInt16, until deadline: Int64
    ) throws(ShimError) -> InlineArray<8, NetworkAddress?> {
        guard host.count <= 253 else { throw ShimError(.invalidArgument) }
        var name = InlineArray<254, UInt8>(repeating: 0)
        for index in host.indices { name[index] = host[index] }
        var found = InlineArray<8, ccountersign_address>(repeating: ccountersign_address())
        var count = 0
        var native: Int32 = 0
        let nameSpan = name.span
        var foundSpan = found.mutableSpan
        let code = unsafe nameSpan.withUnsafeBufferPointer { name in
            unsafe name.withMemoryRebound(to: CChar.self) { name in
                unsafe foundSpan.withUnsafeMutableBufferPointer {
                    unsafe ccountersign_resolve(
                        name.baseAddress, port, deadline, $0.baseAddress, $0.count, &count, &native)
                }
            }
        }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        var addresses = InlineArray<8, NetworkAddress?>(repeating: nil)
        for index in 0..<min(count, 8) { addresses[index] = NetworkAddress(found[index]) }
        return addresses
    }
}

extension Descriptor {
    /// Whether a connect that was started has succeeded; asked once it is writable.
    package func connectResult() throws(ShimError) {
        var native: Int32 = 0
        let code = unsafe ccountersign_connect_result(number, &native)
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
    }

    /// The next connection of a listener that is readable.
    package func accept() throws(ShimError) -> Descriptor {
        var descriptor: Int32 = -1
        var native: Int32 = 0
        let code = unsafe ccountersign_accept(number, &descriptor, &native)
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return Descriptor(owning: descriptor)
    }

    /// An eventfd: readable once `signal()` was called.
    package static func event() throws(ShimError) -> Descriptor {
        var descriptor: Int32 = -1
        var native: Int32 = 0
        let code = unsafe ccountersign_event_open(&descriptor, &native)
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return Descriptor(owning: descriptor)
    }

    /// Makes an event readable; any thread may do it.
    package func signal() {
        ccountersign_event_signal(number)
    }
}
