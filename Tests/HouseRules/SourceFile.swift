/// One file of the repository, and the same with comments and strings blanked out.
struct SourceFile: Sendable {
    /// Relative to the repository's root, with `/`.
    let path: String
    let text: String
    /// `text` with the contents of comments and string literals replaced by spaces; the lines stay where they are.
    let code: String

    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
        code = path.hasSuffix(".swift") ? Self.blanked(text) : text
    }

    var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }

    /// The line on which a place in `code` lies, from 1.
    func line(of index: String.Index) -> Int {
        code[..<index].reduce(into: 1) { if $1 == "\n" { $0 += 1 } }
    }

    /// The code with everything inside braces dropped: what is declared at the top.
    var topLevel: String {
        var depth = 0
        return String(
            code.map { character in
                if character == "{" { depth += 1 }
                defer { if character == "}" { depth -= 1 } }
                return depth == 0 || character == "\n" ? character : " "
            })
    }

    /// The modules it imports, each with its line.
    var imports: [(module: String, line: Int)] {
        code.matches(
            of:
                /(?m)^[ \t]*(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private)[ \t]+)*import[ \t]+(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)/
        ).map { (String($0.1), line(of: $0.range.upperBound)) }
    }

    /// Names of the types declared in `code`: at the top only, or at any depth.
    func declaredTypes(atTopOnly: Bool) -> Set<String> {
        let code = atTopOnly ? topLevel : code
        return Set(
            code.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)/).map { String($0.1) }
                .filter { $0 != "func" && $0 != "var" })
    }

    // MARK: Blanking

    /// A small lexer: line and nested block comments, strings of every kind, raw ones too. What is interpolated into a
    /// string is blanked with it.
    private static func blanked(_ text: String) -> String {
        let characters = Array(text)
        var result: [Character] = []
        result.reserveCapacity(characters.count)
        var index = 0

        func starts(_ part: String, at place: Int) -> Bool {
            place + part.count <= characters.count && zip(characters[place...], part).allSatisfy { $0 == $1 }
        }
        func blank(_ count: Int) {
            for character in characters[index..<min(index + count, characters.count)] {
                result.append(character == "\n" ? "\n" : " ")
            }
            index = min(index + count, characters.count)
        }

        while index < characters.count {
            if starts("//", at: index) {
                while index < characters.count, characters[index] != "\n" { blank(1) }
            } else if starts("/*", at: index) {
                var depth = 0
                repeat {
                    if starts("/*", at: index) {
                        depth += 1
                        blank(2)
                    } else if starts("*/", at: index) {
                        depth -= 1
                        blank(2)
                    } else {
                        blank(1)
                    }
                } while depth > 0 && index < characters.count
            } else if characters[index] == "`" {
                // A name; the tests' names are sentences.
                repeat { blank(1) } while index < characters.count && characters[index] != "`"
                blank(1)
            } else if characters[index] == "\"" || characters[index] == "#" {
                var hashes = 0
                while starts("#", at: index + hashes) { hashes += 1 }
                guard starts("\"", at: index + hashes) else {
                    result.append(characters[index])
                    index += 1
                    continue
                }
                let quotes = starts("\"\"\"", at: index + hashes) ? "\"\"\"" : "\""
                let pounds = String(repeating: "#", count: hashes)
                blank(hashes + quotes.count)
                var parentheses = 0
                while index < characters.count {
                    if starts("\\" + pounds + "(", at: index) {
                        parentheses += 1
                        blank(2 + hashes)
                    } else if parentheses > 0 {
                        if characters[index] == "(" { parentheses += 1 }
                        if characters[index] == ")" { parentheses -= 1 }
                        blank(1)
                    } else if starts("\\" + pounds, at: index) {
                        blank(2 + hashes)
                    } else if starts(quotes + pounds, at: index) {
                        blank(quotes.count + hashes)
                        break
                    } else {
                        blank(1)
                    }
                }
            } else {
                result.append(characters[index])
                index += 1
            }
        }
        return String(result)
    }
}
