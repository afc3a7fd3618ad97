/// Something that can prove who the client is: a certificate chain with its private key, parsed and ready.
///
/// `Identity` is the one that people use; the core only needs to keep it alive while a session uses it.
/// Counterpart: SecIdentity.
public protocol ClientIdentity: AnyObject, Sendable {
    /// The prepared credential, valid as long as this object; nil when this mbedTLS cannot use it, for example because
    /// it lacks the key's algorithm.
    var credential: CredentialHandle? { get }
}
