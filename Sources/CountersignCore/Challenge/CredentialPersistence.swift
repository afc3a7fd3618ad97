/// How long the answer to a client-certificate challenge is remembered.
///
/// Counterpart: URLCredential.Persistence.
public enum CredentialPersistence: UInt8, Sendable {
    /// For this handshake only.
    case none = 0
    /// For later connections of the same configuration.
    case forSession = 1
    /// As long as the process lives. Nothing is written to disk.
    case permanent = 2
}
