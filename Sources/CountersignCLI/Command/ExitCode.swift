import Countersign

/// What the tool's exit status means.
enum ExitCode: Int32 {
    case success = 0
    case findings = 1
    case trustRefused = 2
    case handshakeFailed = 3
    case networkFailed = 4
    case deadlinePassed = 5
    case usage = 64
    case unreadableInput = 65
    case unwritableOutput = 73

    static let helpText = """
        exit status:
          0   trusted and established
          1   a policy has errors or warnings, or something of it was not carried over
          2   the server's trust was refused, its pins did not match, or its challenge was cancelled
          3   the handshake or the protocol failed
          4   the network failed, or the host was not found
          5   the deadline passed
          64  the command line is wrong
          65  a file cannot be read, or is not what it should be
          73  a file cannot be written, or is there already

        """

    /// The status for a connection that failed.
    init(_ error: ConnectionError) {
        switch error.code {
        case .trustRefused, .pinMismatch, .cancelled: self = .trustRefused
        case .timedOut: self = .deadlinePassed
        case .notFound, .systemError, .endOfStream: self = .networkFailed
        case .invalidArgument: self = .usage
        default: self = .handshakeFailed
        }
    }
}
