/// Everything about a path that lacks the pins of its host, for messages and reports.
///
/// `PinReport` is the one that connections make; the core only carries it in its error.
/// Counterpart: TSKPinningValidatorResult, the text of OkHttp's SSLPeerUnverifiedException.
public protocol PinFailure: AnyObject, Sendable {
    /// The declared pattern that held for the host.
    var pattern: String { get }
    /// The pins of the path's keys, the peer's own first; empty when there was no verified path.
    var pathPins: [Pin] { get }
    /// The pins that would have done.
    var wantedPins: [Pin] { get }
}
