extension ProtectionSpace {
    /// The first identity that the server would accept, as `accepts(_:)` tells; nil when there is none. Without allocation.
    ///
    /// Counterpart: the loop over SecItemCopyMatching's identities that a delegate writes, comparing issuers with
    /// distinguishedNames.
    public func firstIdentity<Candidate: ClientIdentity>(among candidates: [Candidate]) -> Candidate? {
        for candidate in candidates where accepts(candidate) { return candidate }
        return nil
    }

    /// The same, where identities and external ones are in one list.
    public func firstIdentity(among candidates: [any ClientIdentity]) -> (any ClientIdentity)? {
        for candidate in candidates where accepts(candidate) { return candidate }
        return nil
    }
}
