/// The domains that hold for one host, the most specific first. About 550 bytes.
///
/// A pattern that names the host (exactly, by `*.` or by `**.`) goes before any domain that includes it as a
/// subdomain; all that name it hold together, as in OkHttp. Of the others the longest holds alone, as in TrustKit.
/// Where the most specific one is an exclusion, none holds.
struct PinSelection {
    /// A host has at most 127 labels, so that many `**.` patterns can hold, with one each of the other kinds.
    private var entries = InlineArray<130, Int32>(repeating: -1)
    private(set) var count = 0
    private var longestParent: Int32 = -1

    /// Called from the shortest suffix to the longest, so that what comes later is more specific.
    mutating func add(_ entry: Int32) {
        guard entry >= 0, count < 130 else { return }
        entries[count] = entry
        count += 1
    }

    mutating func addParent(_ entry: Int32) {
        longestParent = entry
    }

    /// Ends the collection: only now it is known whether a parent counts.
    mutating func finish() {
        if count == 0 { add(longestParent) }
    }

    /// The most specific one is 0.
    subscript(_ index: Int) -> Int32 {
        index >= 0 && index < count ? entries[count - 1 - index] : -1
    }
}
