import Countersign
import Foundation

/// Countersign as a program uses it: the public connection, driven by an event loop, with default handling.
final class CountersignSubject: Subject {
    let name = "countersign"
    private let configuration: Configuration
    private var connection: Connection?

    /// Nil for what it does not do.
    init?(_ wanted: Case, certificates folder: String) throws {
        if wanted.isResumption { return nil }
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
        self.configuration = configuration
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

    func keep() throws -> StepOutcome { .done }

    func end() {
        connection?.close()
        connection = nil
    }
}
