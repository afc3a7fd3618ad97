/// How long the answer to a client-certificate challenge is remembered: from the end of the handshake on, for the same
/// host and port. What is remembered becomes the proposed credential of later challenges, which default handling sends.
/// A credential that the server refuses is forgotten.
///
/// Counterpart: URLCredential.Persistence.
public enum CredentialPersistence: UInt8, Sendable {
    /// For this handshake only.
    case none = 0
    /// For later connections of the same session: those whose configurations share the `CredentialStorage`, as a
    /// configuration and its copies do.
    case forSession = 1
    /// As long as the process lives, for every connection that has a storage. Nothing is written to disk.
    case permanent = 2
}
