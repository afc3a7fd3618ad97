extension SkippedAnchor.Reason {
    /// Why it was skipped, in words that go on after "skipped".
    public var text: String {
        switch self {
        case .malformed(let error): "a malformed certificate (byte " + String(error.offset) + ")"
        case .noCertificate: "it, for it holds no certificate"
        case .tooLarge: "a certificate that is too large"
        case .unreadable(let number): "it: " + ConnectionError(systemError: number).text
        }
    }
}
