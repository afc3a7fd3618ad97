/// Who is asked to prove themselves in a challenge.
///
/// Counterpart: NSURLProtectionSpace.authenticationMethod, whose other values belong to HTTP.
public enum AuthenticationMethod: UInt8, Sendable {
    /// The server has presented certificates: is it trusted? Counterpart: NSURLAuthenticationMethodServerTrust.
    case serverTrust = 1
    /// The server asks for a certificate. Counterpart: NSURLAuthenticationMethodClientCertificate.
    case clientCertificate = 2
}
