import Foundation

/// A recorded session with the tool: commands, what they print, and how they end. The format is that of
/// Tests/CountersignCLI/README.md.
public struct Transcript: Sendable {
    /// One line that does something.
    struct Step: Sendable {
        let line: Int
        /// `!` stood before it.
        let isNegated: Bool
        let verb: String
        let words: [String]
    }

    /// The file's name, without its extension.
    public let name: String
    let steps: [Step]
    /// The files at the end, by name.
    let files: [String: String]

    /// Reads a transcript. Throws on anything that isn't in the format.
    public init(name: String, text: String) throws {
        self.name = name
        var steps: [Step] = []
        var files: [String: String] = [:]
        var current: String?
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 {
                current = String(line.dropFirst(3).dropLast(3))
                files[current!] = ""
            } else if let file = current {
                files[file]! += line + "\n"
            } else {
                var words = try Self.words(line, at: "\(name):\(index + 1)")
                let isNegated = words.first == "!"
                if isNegated { words.removeFirst() }
                guard !words.isEmpty else { continue }
                steps.append(Step(line: index + 1, isNegated: isNegated, verb: words.removeFirst(), words: words))
            }
        }
        // The file's last newline made one line too many.
        if let file = current, files[file]!.hasSuffix("\n") { files[file]!.removeLast() }
        guard steps.contains(where: { $0.verb == "run" }) else {
            throw TestSupportError("\(name): a transcript without a `run` shows nothing")
        }
        (self.steps, self.files) = (steps, files)
    }

    /// Every transcript in a folder, by name.
    public static func all(in folder: URL) throws -> [Transcript] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "txt" }
            .sorted { $0.path < $1.path }
            .map {
                try Transcript(
                    name: $0.deletingPathExtension().lastPathComponent,
                    text: String(contentsOf: $0, encoding: .utf8))
            }
    }

    /// Splits a line at blanks; '…' keeps them, '' within it is one quote; # starts a comment.
    private static func words(_ line: String, at place: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var rest = Substring(line)
        while let character = rest.popFirst() {
            if isQuoted {
                if character != "'" {
                    word?.append(character)
                } else if rest.first == "'" {
                    word?.append(rest.removeFirst())
                } else {
                    isQuoted = false
                }
            } else if character == "'" {
                isQuoted = true
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let word { words.append(word) }
                word = nil
            } else if character == "#", word == nil {
                break
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard !isQuoted else { throw TestSupportError("\(place): a quote isn't closed") }
        if let word { words.append(word) }
        return words
    }
}

extension Transcript: CustomStringConvertible {
    public var description: String { name }
}
