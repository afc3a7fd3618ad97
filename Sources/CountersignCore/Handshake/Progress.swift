/// How far an `advance` came before it needed somebody.
public enum Progress: Equatable, Sendable {
    /// Bytes from the peer are needed.
    case wantsRead
    /// Bytes for the peer must leave first.
    case wantsWrite
    /// A challenge waits for its answer.
    case challenge(AuthenticationMethod)
    /// The handshake is over, and application data may flow.
    case finished
}
