/// What came of the signatures that were verified, so that backtracking pays for none twice. As many as the budget
/// allows by default.
struct SignatureMemo: Sendable {
    private struct Entry: Sendable {
        var child: Int16 = 0
        var issuer: Int32 = 0
        var verdict = SignatureVerdict.failed
    }

    private var entries = InlineArray<100, Entry>(repeating: Entry())
    private var count = 0

    /// The name of an anchor as an issuer: negative, so that it isn't an index in the chain.
    static func anchor(_ index: Int, isDefault: Bool) -> Int32 {
        -1 - 2 * Int32(clamping: min(index, 1 << 29)) - (isDefault ? 1 : 0)
    }

    func verdict(of child: Int32, by issuer: Int32) -> SignatureVerdict? {
        for index in 0..<count
        where entries[index].child == Int16(truncatingIfNeeded: child) && entries[index].issuer == issuer {
            return entries[index].verdict
        }
        return nil
    }

    mutating func remember(_ verdict: SignatureVerdict, of child: Int32, by issuer: Int32) {
        guard count < 100 else { return }
        entries[count] = Entry(child: Int16(truncatingIfNeeded: child), issuer: issuer, verdict: verdict)
        count += 1
    }
}
