/// Which certificate something is said about.
public enum CertificatePosition: Equatable, Sendable {
    /// About no one certificate.
    case none
    /// In the chain as it was given, the peer's own being 0.
    case chain(Int32)
    /// The anchor that the path led to.
    case anchor

    /// The index in the chain, if that is where it is.
    public var chainIndex: Int? {
        if case .chain(let index) = self { return Int(index) }
        return nil
    }
}
