/// Judges servers for a program, in a handler's place.
///
/// Classes, so that a manager can hold them in Embedded Swift too. Made at set-up; those of this library allocate nothing
/// when they judge. Counterpart: Alamofire's ServerTrustEvaluating.
public protocol ServerTrustEvaluating: AnyObject, Sendable {
    /// Returns what accepts the server, made of the trust as it was evaluated, or throws why it is refused.
    ///
    /// `host` is who the server must be; nil leaves the name unchecked.
    func evaluate(_ trust: ServerTrust, for host: ReferenceIdentifier?) throws(TrustError) -> Credential
}
