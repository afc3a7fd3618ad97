import Countersign

/// What the tool needs to know of its surroundings.
enum Environment {
    static func isSet(_ name: StaticString) -> Bool {
        System.hasEnvironmentVariable(name)
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
