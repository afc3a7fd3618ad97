/// The pins that bind one connection: an index, and whom the connection is for.
///
/// Usually the host and the identity asked of its certificate are the same. Where they differ, the pins of both bind.
public struct PinBinding: ~Escapable {
    let index: PinIndex
    private let identity: ReferenceIdentifier
    private let host: ReferenceIdentifier

    @_lifetime(copy index)
    public init(_ index: PinIndex, identity: ReferenceIdentifier, host: ReferenceIdentifier) {
        self.index = index
        self.identity = identity
        self.host = host
    }

    /// Whether the connection has to show a verified path because its pins say so.
    public func isBinding(at date: UnixTime) -> Bool {
        index.isBinding(identity, at: date) || host != identity && index.isBinding(host, at: date)
    }

    /// Compares a verified path with the pins; with two names, what weighs more counts. See `PinIndex.validate`.
    public func validate(_ path: borrowing CertificationPath, at date: UnixTime) -> PinVerdict {
        let verdict = index.validate(path, for: identity, at: date)
        guard host != identity else { return verdict }
        return PinVerdict.graver(verdict, index.validate(path, for: host, at: date))
    }

    /// The verdict on a server that was accepted without a verified path.
    func verdictWithoutPath(at date: UnixTime) -> PinVerdict {
        PinVerdict.graver(
            index.verdictWithoutPath(for: identity, at: date), index.verdictWithoutPath(for: host, at: date))
    }
}
