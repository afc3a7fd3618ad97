/// How far a step of a client came.
enum StepOutcome {
    case done, waits
}

/// A client whose handshakes are measured. What is done once in a process is done before it is made.
protocol Subject: AnyObject {
    /// countersign, mbedtls, openssl
    var name: String { get }
    /// Before each run, uncounted: forgets what the run must not know.
    func prepare(resumes: Bool)
    /// Connects to a port of 127.0.0.1; with `resumes`, from what `keep` has kept.
    func begin(port: UInt16, resumes: Bool) throws
    var descriptor: Int32 { get }
    /// Goes on without waiting.
    func step() throws -> StepOutcome
    /// After the handshake, keeps what resuming it needs.
    func keep() throws -> StepOutcome
    func end()
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
