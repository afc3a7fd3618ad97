extension TrustPolicy {
    /// What is made of revocation lists. Nothing is ever fetched: the lists are given by the caller.
    public enum Revocation: UInt8, Sendable {
        /// They aren't looked at.
        case ignored = 0
        /// A certificate that a valid list names is refused; one about which no list speaks passes.
        case softFail = 1
        /// Every certificate below the anchor needs a valid list that doesn't name it.
        case hardFail = 2
    }
}
