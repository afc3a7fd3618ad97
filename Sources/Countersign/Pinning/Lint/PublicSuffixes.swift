/// Names under which anybody can have one: the rules of publicsuffix.org, or, without the list, all names of one label.
///
/// Counterpart: TrustKit's domain_registry.
public struct PublicSuffixes: Sendable {
    /// Where Debian's publicsuffix package has the list.
    public static let systemPath = "/usr/share/publicsuffix/public_suffix_list.dat"

    /// A-labels in lower case.
    private let rules: SortedNames
    /// The list's file; nil for the built-in rule.
    public let path: String?

    /// One label alone is a public suffix, and nothing else is known to be.
    public init() {
        rules = SortedNames([])
        path = nil
    }

    /// Reads a list in the format of publicsuffix.org. Nil when there is none.
    public init?(contentsOfFile path: String) {
        do throws(MappedFile.Failure) {
            let file = try MappedFile(path: (Array(path.utf8) + [0]).span)
            let text = file.bytes
            guard text.count <= 8 << 20 else { return nil }
            self.init(text.indices.map { text[$0] }, path: path)
        } catch {
            return nil
        }
    }

    /// The same from memory.
    public init(_ list: [UInt8], path: String?) {
        var rules: [[UInt8]] = []
        for line in list.split(separator: 0x0A) {
            let rule = UTF8Text.trimmed(Array(line))
            guard let first = rule.first, first != UInt8(ascii: "/") else { continue }
            if let ascii = InternationalName.ascii(rule[...]) { rules.append(ascii.map { $0.lowercasedASCII }) }
        }
        self.rules = SortedNames(rules)
        self.path = path
    }

    /// Whether a name, in A-labels and lower case, is a public suffix. Logarithmic in the list.
    public func contains(_ name: String) -> Bool { contains(Array(name.utf8)) }

    func contains(_ name: [UInt8]) -> Bool {
        guard let dot = name.firstIndex(of: 0x2e) else { return true }
        if rules.contains([UInt8(ascii: "!")] + name) { return false }
        return rules.contains(name) || rules.contains([UInt8(ascii: "*")] + name[dot...])
    }
}
