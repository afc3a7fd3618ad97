/// How far a read or write of application data came.
public enum DataProgress: Equatable, Sendable {
    /// This many bytes were moved.
    case moved(Int)
    /// Bytes from the peer are needed.
    case wantsRead
    /// Bytes for the peer must leave first.
    case wantsWrite
    /// The peer has said goodbye (reading), or this side has (closing).
    case ended
}
