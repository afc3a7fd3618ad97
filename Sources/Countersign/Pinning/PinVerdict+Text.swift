extension PinVerdict.Outcome {
    /// The outcome's name, as it is written in Swift.
    public var name: String {
        switch self {
        case .notPinned: "notPinned"
        case .expired: "expired"
        case .matched: "matched"
        case .reported: "reported"
        case .mismatched: "mismatched"
        case .unverified: "unverified"
        }
    }
}
