import Glibc

/// One end of a TCP connection on the loopback, every wait on it bounded. For one thread at a time.
public final class Wire: @unchecked Sendable {
    let descriptor: Int32
    private let stop: StopSignal?
    private let end: ContinuousClock.Instant
    private var isOpen = true
    /// Gets a copy of all that is received.
    var log: ByteLog?

    init(descriptor: Int32, stop: StopSignal?, end: ContinuousClock.Instant) {
        self.descriptor = descriptor
        self.stop = stop
        self.end = end
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Connects to a port of this machine.
    public static func connect(to port: UInt16, lifetime: Duration = .seconds(30)) throws -> Wire {
        try connect(to: port, stop: nil, end: .now + lifetime)
    }

    static func connect(to port: UInt16, stop: StopSignal?, end: ContinuousClock.Instant) throws -> Wire {
        let descriptor = try makeSocket()
        var address = loopback(port)
        let status = withSocketAddress(&address) { Glibc.connect(descriptor, $0, $1) }
        guard status == 0 else {
            let reason = String(cString: strerror(errno))
            Glibc.close(descriptor)
            throw TestSupportError("cannot connect to 127.0.0.1:\(port): \(reason)")
        }
        return Wire(descriptor: descriptor, stop: stop, end: end)
    }

    deinit {
        close()
    }

    /// Waits for bytes; empty when the peer has ended the stream or reset it.
    public func receive(atMost count: Int = 16384) throws -> [UInt8] {
        try wait(for: POLLIN)
        var bytes = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &bytes, count, 0)
        guard received > 0 else { return [] }
        log?.append(bytes[..<received])
        return Array(bytes[..<received])
    }

    /// Sends all bytes. Throws when the peer is gone.
    public func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            try wait(for: POLLOUT)
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN && errno != EINTR {
                throw TestSupportError("cannot send: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Reads and drops bytes until the peer ends the stream; returns them.
    @discardableResult
    public func receiveToEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try receive()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    /// Does nothing for a while, or until the server is stopped.
    public func pause(_ duration: Duration) throws {
        try poll([], until: min(end, .now + duration), isLimit: ContinuousClock.now + duration > end)
    }

    /// Ends the connection with FIN.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(descriptor)
    }

    /// Ends the connection with RST.
    public func reset() {
        guard isOpen else { return }
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    private func wait(for event: Int32) throws {
        guard isOpen else { throw TestSupportError("the connection is closed") }
        try poll([pollfd(fd: descriptor, events: Int16(event), revents: 0)], until: end, isLimit: true)
    }

    private func poll(_ wanted: [pollfd], until end: ContinuousClock.Instant, isLimit: Bool) throws {
        var entries = wanted
        if let stop { entries.append(stop.entry) }
        while true {
            let count = Glibc.poll(&entries, nfds_t(entries.count), (end - .now).inPollMilliseconds)
            if stop != nil, entries.last?.revents != 0 { throw TestSupportError("stopped") }
            if count > 0 { return }
            if ContinuousClock.now >= end {
                if isLimit { throw TestSupportError("the connection's time is over") }
                return
            }
        }
    }
}

/// A port on 127.0.0.1 that accepts connections.
final class Listener: @unchecked Sendable {
    let descriptor: Int32
    let port: UInt16

    init() throws {
        let descriptor = try makeSocket()
        self.descriptor = descriptor
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard withSocketAddress(&address, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 64) == 0,
            withSocketAddress(&address, { pointer, _ in getsockname(descriptor, pointer, &size) }) == 0
        else {
            close(descriptor)
            throw TestSupportError("cannot listen on 127.0.0.1: \(String(cString: strerror(errno)))")
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close(descriptor)
    }

    /// The next connection, or nil at the end of time or when stopped.
    func accept(stop: StopSignal, end: ContinuousClock.Instant) -> Wire? {
        while ContinuousClock.now < end {
            var entries = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), stop.entry]
            let count = poll(&entries, 2, (end - .now).inPollMilliseconds)
            if entries[1].revents != 0 { return nil }
            if count > 0 {
                let accepted = Glibc.accept(descriptor, nil, nil)
                if accepted >= 0 { return Wire(descriptor: accepted, stop: stop, end: end) }
            }
        }
        return nil
    }
}

/// Wakes every poll that includes it, for good.
final class StopSignal: @unchecked Sendable {
    private let reader: Int32
    private let writer: Int32

    init() throws {
        (reader, writer) = try makePipe()
    }

    deinit {
        close(reader)
        close(writer)
    }

    var entry: pollfd { pollfd(fd: reader, events: Int16(POLLIN), revents: 0) }

    func raise() {
        var byte: UInt8 = 1
        _ = Glibc.write(writer, &byte, 1)
    }
}

private func makeSocket() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw TestSupportError("no socket: \(String(cString: strerror(errno)))") }
    return descriptor
}

private func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

private func withSocketAddress<R>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> R
) -> R {
    withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
}

/// A port that was free a moment ago, for programs that can't choose one themselves.
func portThatWasFree() throws -> UInt16 {
    try Listener().port
}
