import Peers

/// Drives a client and the server by turns, in one thread, over a loopback socket.
final class Driver {
    private let server: OpaquePointer

    init(_ settings: UnsafePointer<peer_settings>) throws {
        guard let server = peer_server_open(settings) else { throw Failure("the server cannot be set up") }
        self.server = server
    }

    deinit { peer_server_close(server) }

    /// One connection from its beginning to its end. With `keeps`, what is needed to resume it is kept.
    func run(_ subject: any Subject, _ meter: Meter?, resumes: Bool, keeps: Bool) throws {
        defer {
            subject.end()
            peer_server_hang_up(server)
        }
        subject.prepare(resumes: resumes)
        try measured(meter) { try subject.begin(port: peer_server_port(server), resumes: resumes) }
        meter?.isSetUp()
        var hasServer = false
        var isServerDone = false
        while try measured(meter, { try subject.step() }) == .waits {
            if !hasServer {
                guard peer_server_accept(server) == Int32(PEER_DONE) else { throw Failure("nobody came") }
                hasServer = true
            }
            // A client that has been connected only has nothing to wait for.
            let ready = peer_wait(subject.descriptor, peer_server_descriptor(server))
            guard ready != 0 else { throw Failure("\(subject.name) and the server wait for each other") }
            if ready & 2 != 0 { isServerDone = try serve() }
        }
        while !isServerDone {
            _ = peer_wait(peer_server_descriptor(server), peer_server_descriptor(server))
            isServerDone = try serve()
        }
        meter?.isEstablished()
        guard (peer_server_is_resumed(server) != 0) == resumes else {
            throw Failure("\(subject.name) has \(resumes ? "not " : "")resumed")
        }
        if keeps {
            while try subject.keep() == .waits {
                _ = peer_wait(subject.descriptor, subject.descriptor)
            }
        }
        measured(meter) { subject.end() }
    }

    private func serve() throws -> Bool {
        switch peer_server_step(server) {
        case Int32(PEER_DONE): return true
        case Int32(PEER_WAITS): return false
        default: throw Failure("the server has failed")
        }
    }

    private func measured<Result>(_ meter: Meter?, _ work: () throws -> Result) rethrows -> Result {
        meter?.begin()
        defer { meter?.stop() }
        return try work()
    }
}
