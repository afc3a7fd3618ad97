/// Names that are looked up by halving.
struct SortedNames: Sendable {
    private let names: [[UInt8]]

    init(_ names: [[UInt8]]) {
        self.names = names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Logarithmic in the names.
    func contains(_ name: [UInt8]) -> Bool {
        var low = 0
        var high = names.count
        while low < high {
            let middle = low + (high - low) / 2
            if names[middle].lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
        }
        return low < names.count && names[low] == name
    }

    /// Whether a host name or a name above it is among them.
    func containsSuffix(of name: [UInt8]) -> Bool {
        name.indices.contains { start in
            (start == 0 || name[start - 1] == 0x2e) && contains(Array(name[start...]))
        }
    }
}
