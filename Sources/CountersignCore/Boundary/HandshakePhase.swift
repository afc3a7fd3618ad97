/// How far a handshake has come: it rises and never falls. For time stamps and logs.
public enum HandshakePhase: UInt8, Comparable, Sendable {
    case start = 0
    case helloSent = 1
    case helloReceived = 2
    /// The peer's certificates are read.
    case certificateReceived = 3
    /// The peer has proven that it holds the key of its certificate.
    case keyProven = 4
    case finished = 5

    public static func < (left: HandshakePhase, right: HandshakePhase) -> Bool {
        left.rawValue < right.rawValue
    }
}
