import Countersign

/// Standard input to a connection, and the connection to standard output.
struct Pipe: ~Copyable {
    private let input = Descriptor(borrowing: 0)
    private let linger: Duration
    private var isInputOver = false
    /// Read from standard input and not yet taken by the connection.
    private var pending: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    init(lingering linger: Duration) {
        self.linger = linger
    }

    /// Until the server closes, or has nothing more to say after standard input has ended.
    mutating func run(_ connection: inout Connection) throws(ConnectionError) {
        var deadline = Int64.max
        while true {
            let (isOver, hasRead) = try takeFromServer(&connection)
            if isOver { return }
            let interest = try giveToServer(&connection)
            if isInputOver, pending.isEmpty, hasRead || deadline == .max {
                deadline = Clock.monotonicNanoseconds + linger.components.seconds * 1_000_000_000
            }
            let listens = !isInputOver && pending.isEmpty
            do throws(ShimError) {
                let ready = try Readiness.wait(
                    for: interest, on: connection.fileDescriptor, or: listens ? input.number : -1,
                    for: listens ? .readable : .nothing, until: deadline)
                if ready.isSecondReadable { takeFromInput() }
            } catch {
                if error.code == .timedOut { return }
                throw ConnectionError(error)
            }
        }
    }

    /// Writes all there is from the server to standard output; whether the server has closed, and whether it sent any.
    private mutating func takeFromServer(
        _ connection: inout Connection
    ) throws(ConnectionError) -> (isOver: Bool, hasRead: Bool) {
        var hasRead = false
        while true {
            var span = buffer.mutableSpan
            switch try connection.readAvailable(into: &span) {
            case .moved(let count):
                hasRead = true
                guard Stream.output.write(Array(buffer[..<count])) else { return (true, hasRead) }
            case .ended: return (true, hasRead)
            case .wantsRead, .wantsWrite: return (false, hasRead)
            }
        }
    }

    /// Gives the server what is pending; says what has to be waited for on the connection.
    private mutating func giveToServer(_ connection: inout Connection) throws(ConnectionError) -> Readiness {
        while !pending.isEmpty {
            switch try connection.writeAvailable(pending.span) {
            case .moved(let count): pending.removeFirst(count)
            case .wantsWrite: return .readable.union(.writable)
            case .wantsRead, .ended: return .readable
            }
        }
        return .readable
    }

    private mutating func takeFromInput() {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        var span = bytes.mutableSpan
        switch input.read(into: &span) {
        case .moved(let count): pending = Array(bytes[..<count])
        case .ended, .failed: isInputOver = true
        case .wouldBlock: break
        }
    }
}
