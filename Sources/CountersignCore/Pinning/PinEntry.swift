/// What an index knows of one pinned domain: its pins as ranges, and how they bind. 48 bytes.
package struct PinEntry: Sendable {
    /// Pins that any certificate of the path may have.
    package var anywhere = ByteRange(start: 0, count: 0)
    /// Pins that the peer's own certificate must have, if there are any.
    package var leaf = ByteRange(start: 0, count: 0)
    /// Pins that one of its issuers on the path must have, if there are any.
    package var authority = ByteRange(start: 0, count: 0)
    /// From this second on the pins no longer bind.
    package var expiration = UnixTime(seconds: .max)
    /// A mismatch refuses the server. Otherwise it is only reported.
    package var isEnforced = true
    /// Holds for all hosts below an exact name too, where nothing longer does.
    package var includesSubdomains = false
    /// The hosts are expressly not pinned.
    package var isExcluded = false

    package init() {}
}
