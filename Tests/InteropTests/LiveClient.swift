import Countersign
import TestSupport

/// What the live tests' connections have in common.
enum LiveClient {
    /// The versions that this library can speak.
    static var versions: [ProtocolVersion] {
        LibraryVersion.supportsTLS13 ? [.tls12, .tls13] : [.tls12]
    }

    /// Trusts the fixtures' roots only, at the fixtures' date.
    static func configuration(
        anchor: String = "all-roots", version: ProtocolVersion? = nil, identity: String? = nil
    ) throws -> Configuration {
        var configuration = Configuration()
        configuration.anchors = .only(try AnchorStore(derOrPEM: Fixtures.bytes("\(anchor).pem")))
        configuration.verifyDate = UnixTime(seconds: Fixtures.clock)
        configuration.deadline = .seconds(20)
        if let version {
            configuration.minimumVersion = version
            configuration.maximumVersion = version
        }
        if let identity { configuration.identity = try self.identity(identity) }
        return configuration
    }

    static func identity(_ name: String) throws -> Identity {
        try Identity(
            certificateFile: Fixtures.bytes("\(name).chain.pem"), keyFile: Fixtures.bytes("\(name).key.pem"))
    }

    /// A connection to a server of the tests, which its certificate names as `host`.
    static func connection(
        to port: UInt16, host: String = "localhost", _ configuration: Configuration
    ) throws -> Connection {
        var connection = try Connection(to: host, port: port, configuration: configuration)
        connection.connect(through: "127.0.0.1")
        return connection
    }

    /// Shakes hands with default handling; the error, if there is one.
    static func failure(_ connection: inout Connection) -> ConnectionError? {
        do throws(ConnectionError) {
            try connection.handshake()
            return nil
        } catch {
            return error
        }
    }

    /// Sends a line and waits until the server shows it.
    static func exchange(_ connection: inout Connection, with server: TLSServer, _ text: String = "hello") throws {
        try connection.write(text + "\n", timeout: .seconds(10))
        try server.wait(for: text)
    }
}

/// A handler's own error.
struct HandlerError: Error {}
