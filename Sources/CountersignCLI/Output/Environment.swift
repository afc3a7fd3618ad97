import Countersign

/// What the tool needs to know of its surroundings.
enum Environment {
    static func isSet(_ name: StaticString) -> Bool {
        System.hasEnvironmentVariable(name)
    }

    /// A variable's value, in UTF-8; nil when it isn't set. For passphrases: the caller wipes it.
    static func value(_ name: String) -> [UInt8]? {
        // Linux's limit for one variable with its name.
        var text = [UInt8](repeating: 0, count: 131_072)
        var span = text.mutableSpan
        defer { wipe(&span) }
        guard let count = FileSystem.environment(named: (Array(name.utf8) + [0]).span, into: &span) else { return nil }
        var value: [UInt8] = []
        value.reserveCapacity(count)
        for index in 0..<count { value.append(span[index]) }
        return value
    }

    /// The command line, the program's name first.
    static func arguments() -> [String] {
        // Linux limits a command line to much more; nobody types it.
        var text = [UInt8](repeating: 0, count: 262_144)
        var span = text.mutableSpan
        let count: Int
        do throws(ShimError) { count = try System.arguments(into: &span) } catch { return [] }
        return text[..<count].split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
