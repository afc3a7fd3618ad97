import Peers

/// One of the clients in C.
final class PeerSubject: Subject {
    let name: String
    private let kind: peer_kind
    private let client: UnsafeMutableRawPointer

    init(_ name: String, _ kind: UnsafePointer<peer_kind>, _ settings: UnsafePointer<peer_settings>) throws {
        self.name = name
        self.kind = kind.pointee
        guard let client = kind.pointee.open(settings) else { throw Failure("\(name) cannot be set up") }
        self.client = client
    }

    deinit { kind.close(client) }

    /// They remember nothing but the session that `keep` has kept.
    func prepare(resumes: Bool) {}

    func begin(port: UInt16, resumes: Bool) throws {
        guard kind.begin(client, port, resumes ? 1 : 0) == Int32(PEER_DONE) else {
            throw Failure("\(name) cannot begin")
        }
    }

    var descriptor: Int32 { kind.descriptor(client) }

    func step() throws -> StepOutcome { try outcome(kind.step(client)) }

    func keep() throws -> StepOutcome { try outcome(kind.keep(client)) }

    private func outcome(_ result: Int32) throws -> StepOutcome {
        switch result {
        case Int32(PEER_DONE): return .done
        case Int32(PEER_WAITS): return .waits
        default: throw Failure("\(name) has failed")
        }
    }

    func end() { kind.end(client) }
}
