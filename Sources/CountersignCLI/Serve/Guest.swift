import Countersign

/// One client of `countersign serve`.
final class Guest {
    private var connection: AcceptedConnection
    private let number: Int
    private(set) var deadline: Int64
    private(set) var interest = Readiness.readable
    private(set) var isGone = false
    private var request: [UInt8] = []
    /// To be sent, and not yet taken by the connection.
    private var pending: [UInt8] = []
    private var mode = Mode.unknown

    private enum Mode {
        case unknown, echo, http, closing
    }

    init(_ connection: consuming AcceptedConnection, number: Int, deadline: Int64) {
        self.connection = connection
        self.number = number
        self.deadline = deadline
    }

    var fileDescriptor: Int32 { connection.fileDescriptor }

    /// Goes on as far as it goes without waiting.
    func serve(until deadline: Int64) {
        self.deadline = deadline
        do throws(ConnectionError) {
            if !connection.isEstablished, try !shakeHands() { return }
            try exchange()
        } catch {
            tell(error.code == .endOfStream && connection.isEstablished ? "closed by the client" : error.text)
            isGone = true
        }
    }

    func giveUp() {
        tell("silent for too long")
        isGone = true
    }

    private func tell(_ text: String) {
        Stream.error.line(String(number) + ": " + text)
    }

    private func shakeHands() throws(ConnectionError) -> Bool {
        switch try connection.advance() {
        case .finished:
            let record = connection.record
            let version = record.version?.name.description ?? "TLS"
            tell(
                "established: " + version + ", " + CipherSuite(rawValue: record.cipherSuite).name + ", client " + client
            )
            return true
        case .wantsWrite: interest = .writable
        case .wantsRead, .challenge: interest = .readable
        }
        return false
    }

    private var client: String { connection.clientName ?? "without a certificate" }

    private func exchange() throws(ConnectionError) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            while !pending.isEmpty {
                let bytes = pending
                switch try connection.writeAvailable(bytes.span) {
                case .moved(let count): pending.removeFirst(count)
                case .wantsWrite: return wait(for: .writable)
                case .wantsRead, .ended: return wait(for: .readable)
                }
            }
            if mode == .closing {
                if try connection.closeAvailable() == .wantsWrite { return wait(for: .writable) }
                tell("answered")
                isGone = true
                return
            }
            var span = buffer.mutableSpan
            switch try connection.readAvailable(into: &span) {
            case .moved(let count): take(Array(buffer[..<count]))
            case .ended:
                tell("closed by the client")
                mode = .closing
            case .wantsRead: return wait(for: .readable)
            case .wantsWrite: return wait(for: .writable)
            }
        }
    }

    private func wait(for interest: Readiness) {
        self.interest = interest
    }

    private func take(_ bytes: [UInt8]) {
        if mode == .unknown {
            // What begins with a method's name is HTTP, as far as this server needs to know.
            let isHTTP = ["GET ", "HEAD ", "POST ", "PUT "].contains { bytes.starts(with: Array($0.utf8)) }
            mode = isHTTP ? .http : .echo
        }
        guard mode == .http else {
            pending += bytes
            return
        }
        request += bytes
        let isWhole = Guest.endsHead(request)
        guard isWhole || request.count > 16_384 else { return }
        answer(isWhole ? "200 OK" : "431 Request Header Fields Too Large")
    }

    private static func endsHead(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4 else { return false }
        for index in 0...(bytes.count - 4)
        where bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10 {
            return true
        }
        return false
    }

    private func answer(_ status: String) {
        let body = "countersign serve: hello, client " + client + "\n"
        let head =
            "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: "
            + String(body.utf8.count) + "\r\nConnection: close\r\n\r\n"
        pending = Array(head.utf8)
        if !request.starts(with: Array("HEAD ".utf8)) { pending += Array(body.utf8) }
        mode = .closing
    }
}
