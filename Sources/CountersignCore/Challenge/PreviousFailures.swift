/// The answers to a client-certificate challenge that the server has refused in one connection attempt.
public struct PreviousFailures: Sendable {
    /// A configuration allows no more attempts.
    private var identities = InlineArray<3, (any ClientIdentity)?>(repeating: nil)

    /// How many there were.
    public private(set) var count = 0

    /// The alert of the last one.
    public private(set) var error: Alert?

    public init() {}

    /// Adds one: of `identity`, or nil where none had been sent.
    package mutating func add(_ identity: (any ClientIdentity)?, error: Alert?) {
        if count < identities.count { identities[count] = identity }
        count += 1
        self.error = error
    }

    /// Whether this identity was refused.
    public func contains(_ identity: any ClientIdentity) -> Bool {
        for index in identities.indices {
            if let refused = identities[index], refused === identity { return true }
        }
        return false
    }
}
