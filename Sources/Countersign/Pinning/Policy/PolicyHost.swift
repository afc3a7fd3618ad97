/// What a policy says of some hosts apart from their pins: exceptions from what it says of all.
///
/// Counterpart: an entry of NSExceptionDomains; a domain-config of Android's network security configuration.
public struct PolicyHost: Sendable {
    /// As in `PinnedDomain.pattern`.
    public let pattern: String
    /// Holds for all hosts below `pattern` too, where nothing more specific does.
    public var includesSubdomains = false
    /// Nil is the policy's own.
    public var minimumVersion: ProtocolVersion?
    /// Nil is the policy's own.
    public var requiresForwardSecrecy: Bool?
    /// Nil are the policy's own.
    public var anchors: PolicyAnchors?

    public init(_ pattern: String) {
        self.pattern = pattern
    }
}
