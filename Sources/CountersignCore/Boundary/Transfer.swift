/// What came of moving bytes through a non-blocking descriptor or any other transport.
public enum Transfer: Equatable, Sendable {
    /// This many bytes were moved; at least one.
    case moved(Int)
    /// Nothing can be moved now.
    case wouldBlock
    /// The other side has ended the stream (receiving only).
    case ended
    /// It broke; the number is the system's errno, or 0.
    case failed(Int32)

    init(shim result: Int64, isReceiving: Bool) {
        switch result {
        case 1...: self = .moved(Int(clamping: result))
        case 0: self = isReceiving ? .ended : .wouldBlock
        case -1: self = .wouldBlock
        default: self = .failed(Int32(truncatingIfNeeded: -1000 - result))
        }
    }

    var count: Int {
        if case .moved(let count) = self { count } else { 0 }
    }
}
