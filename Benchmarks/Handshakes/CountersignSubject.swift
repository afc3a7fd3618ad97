import Countersign
import Foundation

/// Countersign as a program uses it: the public connection, driven by an event loop, with default handling.
final class CountersignSubject: Subject {
    let name = "countersign"
    private let configuration: Configuration
    private let isKnown: Bool
    private var connection: Connection?

    init(_ wanted: Case, certificates folder: String) throws {
        var configuration = Configuration()
        func file(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
        }
        configuration.anchors = .only(AnchorStore(derOrPEM: try file("\(wanted.key.rawValue)-root.pem")))
        configuration.minimumVersion = wanted.version == 13 ? .tls13 : .tls12
        configuration.maximumVersion = wanted.version == 13 ? .tls13 : .tls12
        if wanted.kind == .mutual {
            configuration.identity = try Identity(certificateFile: file("client.pem"), keyFile: file("client.key"))
        }
        if wanted.isResumption { configuration.sessionStore = SessionStore() }
        // The event loop below does what default handling does.
        configuration.handlerName = "default"
        isKnown = wanted.kind == .known
        self.configuration = configuration
    }

    func prepare(resumes: Bool) {
        if !isKnown { configuration.verifiedPaths?.removeAll() }
        if !resumes { configuration.sessionStore?.removeAll() }
    }

    /// What sets a connection up, and may allocate.
    func begin(port: UInt16, resumes: Bool) throws {
        var connection = try Connection(to: Case.host, port: port, configuration: configuration)
        connection.connect(through: "127.0.0.1", port: port)
        self.connection = consume connection
    }

    var descriptor: Int32 { connection?.fileDescriptor ?? -1 }

    func step() throws -> StepOutcome {
        while true {
            switch try connection?.advance() {
            case .finished: return .done
            case .challenge: connection?.resolve(.performDefaultHandling)
            case .wantsRead, .wantsWrite: return .waits
            case nil: throw Failure("no connection")
            }
        }
    }

    /// In TLS 1.2 the session is there when the handshake is over; TLS 1.3's tickets come behind it.
    func keep() throws -> StepOutcome {
        if connection?.record.isSessionKept ?? true { return .done }
        var room = InlineArray<64, UInt8>(repeating: 0)
        var span = room.mutableSpan
        guard try connection?.readAvailable(into: &span) == .wantsRead else { throw Failure("no session to keep") }
        return connection?.record.isSessionKept ?? true ? .done : .waits
    }

    func end() {
        connection?.close()
        connection = nil
    }
}
