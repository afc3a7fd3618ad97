import AllocationCounter
import Countersign
import TestSupport

/// One way through a handshake whose allocations are counted.
struct Scenario {
    let name: String
    let server: () throws -> TLSServer
    /// Everything from the start of the handshake to its end, and what comes after; the connection is set up before.
    let run: (inout Connection) throws(ConnectionError) -> Void
    /// What the connections keep their sessions in; the run before the counted one fills it.
    var store: SessionStore?
    /// What it has beside the ordinary configuration.
    var configure: (inout Configuration) -> Void = { _ in }
    /// What must be so in the end, or the scenario didn't go the way that it is about.
    var holds: () -> Bool = { true }
    /// Whether the counted run must have been resumed.
    var isResumed: Bool { store != nil }

    /// Countersign's own allocations in a run, and those of the libraries below, after one run that initialises what is
    /// initialised once in a process.
    func count() throws -> allocation_counts {
        let server = try server()
        var counts = allocation_counts()
        var hasResumed = false
        for _ in 0..<2 {
            var configuration = try Self.configuration()
            configuration.sessionStore = store
            configure(&configuration)
            var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
            var failure: ConnectionError?
            allocation_counter_start()
            do throws(ConnectionError) { try run(&connection) } catch { failure = error }
            counts = allocation_counter_stop()
            if let failure { throw failure }
            hasResumed = connection.record.handshake.isResumed
        }
        guard hasResumed == isResumed, holds() else { throw ConnectionError(.internal) }
        return counts
    }

    /// An address as the host, so that no name is looked up: a look-up is the C library's, on a thread of its own.
    static func configuration() throws -> Configuration {
        var configuration = Configuration()
        configuration.anchors = .only(AnchorStore(derOrPEM: try Fixtures.bytes("root.pem")))
        configuration.verifyDate = UnixTime(seconds: Fixtures.clock)
        configuration.identity = try Identity(
            certificateFile: Fixtures.bytes("client.chain.pem"), keyFile: Fixtures.bytes("client.key.pem"))
        return configuration
    }
}
