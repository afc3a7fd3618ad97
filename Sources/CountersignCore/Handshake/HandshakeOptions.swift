/// What a handshake offers. All defaults are the safe ones.
public struct HandshakeOptions: Sendable {
    /// The oldest and the newest version that is offered; nil is the newest that the library has.
    public var minimumVersion: ProtocolVersion = .tls12
    public var maximumVersion: ProtocolVersion?

    /// Offers only key exchanges that keep recorded traffic secret when the server's key leaks later.
    public var requiresForwardSecrecy = true

    /// Asks the server for something to resume its session with.
    package var keepsSessions = false

    public init() {}
}
