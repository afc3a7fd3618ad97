/// Reads one JSON text (RFC 8259), strictly: UTF-8 without a byte order mark, each key once in its object, nothing
/// behind the value. Depth and size are bounded; no bytes make it trap.
struct JSONReader {
    /// Much deeper than any policy.
    static let depthLimit = 32

    private let bytes: [UInt8]
    private var position = 0

    /// Linear in the bytes, apart from sorting keys.
    static func read(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
        try DocumentError.checkText(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw DocumentError(.malformed, "a byte order mark", at: 0) }
        var reader = JSONReader(bytes)
        let node = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.next == nil else { throw reader.fail("something behind the end of the JSON value") }
        return node
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fail(_ detail: String) -> DocumentError {
        DocumentError(.malformed, position < bytes.count ? detail : "the file ends too early", at: position)
    }

    /// RFC 8259 §2: ws.
    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count, bytes.span.extracting(position..<position + count).isEqual(to: word)
        else { return false }
        position += count
        return true
    }

    /// RFC 8259 §3.
    private mutating func value(depth: Int) throws(DocumentError) -> DocumentNode {
        skipBlanks()
        let start = position
        guard depth < JSONReader.depthLimit else { throw DocumentError(.tooDeep, "nested too deeply", at: start) }
        let content: DocumentNode.Content
        switch next {
        case UInt8(ascii: "{"): content = .object(try members(depth: depth))
        case UInt8(ascii: "["): content = .array(try elements(depth: depth))
        case UInt8(ascii: "\""): content = .string(try string())
        case UInt8(ascii: "-"), .some(0x30...0x39): content = .number(try number())
        default:
            if takeWord("true") {
                content = .bool(true)
            } else if takeWord("false") {
                content = .bool(false)
            } else if takeWord("null") {
                content = .null
            } else {
                throw fail("no JSON value")
            }
        }
        return DocumentNode(content: content, offset: start)
    }

    /// RFC 8259 §4.
    private mutating func members(depth: Int) throws(DocumentError) -> [DocumentMember] {
        position += 1
        var members: [DocumentMember] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipBlanks()
            let start = position
            guard next == UInt8(ascii: "\"") else { throw fail("a key in quotes is wanted here") }
            let key = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw fail("a colon is wanted here") }
            members.append(DocumentMember(key: key, offset: start, value: try value(depth: depth + 1)))
            skipBlanks()
            if take(UInt8(ascii: "}")) { break }
            guard take(UInt8(ascii: ",")) else { throw fail("a comma or a closing brace is wanted here") }
        }
        if let twice = DocumentMember.duplicate(among: members) {
            throw DocumentError(.duplicateKey, "the key '" + twice.name + "' stands there twice", at: twice.offset)
        }
        return members
    }

    /// RFC 8259 §5.
    private mutating func elements(depth: Int) throws(DocumentError) -> [DocumentNode] {
        position += 1
        var elements: [DocumentNode] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else { throw fail("a comma or a closing bracket is wanted here") }
        }
    }

    /// RFC 8259 §6.
    private mutating func number() throws(DocumentError) -> [UInt8] {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return Array(bytes[start..<position])
    }

    private mutating func digits() throws(DocumentError) {
        guard let first = next, (0x30...0x39).contains(first) else { throw fail("a digit is wanted here") }
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    }

    /// RFC 8259 §7.
    private mutating func string() throws(DocumentError) -> [UInt8] {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"):
                position += 1
                try appendEscape(to: &text)
            case 0..<0x20: throw fail("a control character in a text; write \\n, \\t or \\u....")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw fail("")
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(DocumentError) {
        guard let byte = next else { throw fail("") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var scalar = try codeUnit()
            if (0xD800..<0xDC00).contains(scalar), takeWord("\\u") {
                let low = try codeUnit()
                guard (0xDC00..<0xE000).contains(low) else { throw fail("half of a surrogate pair") }
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
            }
            guard UTF8Text.append(scalar, to: &text) else { throw fail("half of a surrogate pair") }
        default:
            position -= 1
            throw fail("no escape that JSON knows")
        }
    }

    private mutating func codeUnit() throws(DocumentError) -> UInt32 {
        guard position + 4 <= bytes.count, let octets = Hexadecimal.octets(bytes[position..<position + 4]) else {
            throw fail("four hexadecimal digits are wanted here")
        }
        position += 4
        return UInt32(octets[0]) << 8 | UInt32(octets[1])
    }
}

/// Scalars as UTF-8.
enum UTF8Text {
    /// False for what is no scalar.
    static func append(_ scalar: UInt32, to text: inout [UInt8]) -> Bool {
        guard let scalar = Unicode.Scalar(scalar) else { return false }
        text += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        return true
    }

    /// Without blanks and line ends at both ends.
    static func trimmed(_ text: [UInt8]) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(text[first...last])
    }
}
