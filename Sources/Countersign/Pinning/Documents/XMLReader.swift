/// Reads the part of XML 1.0 that configuration files are written in: elements, attributes, text, CDATA, comments.
///
/// A document type may be named, as property lists do; it is never read, and one with declarations of its own is
/// refused, so that there are no entities but the five of XML itself and characters by number. Depth and size are
/// bounded; no bytes make it trap. Namespaces are not resolved: a prefix is part of the name.
struct XMLReader {
    static let depthLimit = 32

    private let bytes: [UInt8]
    private var position = 0

    /// Linear in the bytes.
    static func read(_ bytes: [UInt8]) throws(DocumentError) -> XMLElement {
        try DocumentError.checkText(bytes)
        var reader = XMLReader(bytes)
        _ = reader.takeWord("\u{FEFF}")
        try reader.prolog()
        let root = try reader.element(depth: 0)
        while try reader.skipMisc() {}
        guard reader.next == nil else { throw reader.fail("something behind the end of the root element") }
        return root
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fail(_ detail: String) -> DocumentError {
        DocumentError(.malformed, position < bytes.count ? detail : "the file ends too early", at: position)
    }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private func isNext(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        return end <= bytes.count && bytes.span.extracting(position..<end).isEqual(to: word)
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        guard isNext(word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    /// Goes behind the next occurrence of `word`.
    private mutating func skip(through word: StaticString) throws(DocumentError) {
        while position < bytes.count {
            if takeWord(word) { return }
            position += 1
        }
        throw fail("")
    }

    /// XML 1.0 §2.8: the declaration and the document type's name.
    private mutating func prolog() throws(DocumentError) {
        if isNext("<?xml") {
            let start = position
            try skip(through: "?>")
            let declaration = bytes[start..<position].map { $0.lowercasedASCII }
            if let encoding = XMLReader.find("encoding", in: declaration) {
                guard XMLReader.find("utf-8", in: declaration[encoding...]) != nil else {
                    throw DocumentError(.malformed, "an encoding other than UTF-8", at: start)
                }
            }
        }
        while try skipMisc() {}
        if takeWord("<!DOCTYPE") {
            while let byte = next, byte != UInt8(ascii: ">") {
                guard byte != UInt8(ascii: "[") else { throw fail("declarations in the document type are not read") }
                position += 1
            }
            guard next != nil else { throw fail("") }
            position += 1
        }
        while try skipMisc() {}
    }

    private static func find(_ word: StaticString, in text: some RandomAccessCollection<UInt8>) -> Int? {
        let text = Array(text)
        let count = word.utf8CodeUnitCount
        guard text.count >= count else { return nil }
        for start in 0...(text.count - count) where text.span.extracting(start..<start + count).isEqual(to: word) {
            return start
        }
        return nil
    }

    /// Skips blanks and at most one comment; whether there was one.
    private mutating func skipMisc() throws(DocumentError) -> Bool {
        skipBlanks()
        return try skipComment()
    }

    private mutating func skipComment() throws(DocumentError) -> Bool {
        guard takeWord("<!--") else { return false }
        try skip(through: "--")
        guard next == UInt8(ascii: ">") else { throw fail("two hyphens in a comment") }
        position += 1
        return true
    }

    private mutating func name() throws(DocumentError) -> [UInt8] {
        let start = position
        func isLetter(_ byte: UInt8) -> Bool {
            (0x61...0x7a).contains(byte.lowercasedASCII) || byte == 0x5f || byte == 0x3a || byte >= 0x80
        }
        guard let first = next, isLetter(first) else { throw fail("a name is wanted here") }
        while let byte = next, isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x2e {
            position += 1
        }
        return Array(bytes[start..<position])
    }

    /// XML 1.0 §3.
    private mutating func element(depth: Int) throws(DocumentError) -> XMLElement {
        let start = position
        guard depth < XMLReader.depthLimit else { throw DocumentError(.tooDeep, "nested too deeply", at: start) }
        guard takeWord("<") else { throw fail("an element is wanted here") }
        var element = XMLElement(name: try name(), offset: start)
        while true {
            let before = position
            skipBlanks()
            if takeWord("/>") { return element }
            if takeWord(">") { break }
            guard position > before else { throw fail("a blank is wanted before an attribute") }
            let attribute = try attribute()
            guard !element.attributes.contains(where: { $0.name == attribute.name }) else {
                throw DocumentError(.duplicateKey, "an attribute stands there twice", at: attribute.offset)
            }
            guard element.attributes.count < 64 else { throw fail("too many attributes") }
            element.attributes.append(attribute)
        }
        try readContents(of: &element, depth: depth)
        return element
    }

    private mutating func attribute() throws(DocumentError) -> XMLElement.Attribute {
        let start = position
        let name = try name()
        skipBlanks()
        guard takeWord("=") else { throw fail("an equals sign is wanted here") }
        skipBlanks()
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw fail("a value in quotes is wanted here")
        }
        position += 1
        var value: [UInt8] = []
        while let byte = next, byte != quote {
            guard byte != UInt8(ascii: "<") else { throw fail("an angle bracket in an attribute") }
            try appendCharacter(byte, to: &value)
        }
        guard next != nil else { throw fail("") }
        position += 1
        return XMLElement.Attribute(name: name, value: value, offset: start)
    }

    /// XML 1.0 §3.1: content, up to and with the end tag.
    private mutating func readContents(of element: inout XMLElement, depth: Int) throws(DocumentError) {
        while let byte = next {
            if byte != UInt8(ascii: "<") {
                try appendCharacter(byte, to: &element.text)
            } else if takeWord("</") {
                guard try name() == element.name else { throw fail("the end of another element than " + element.title) }
                skipBlanks()
                guard takeWord(">") else { throw fail("an angle bracket is wanted here") }
                return
            } else if takeWord("<![CDATA[") {
                let start = position
                try skip(through: "]]>")
                element.text += bytes[start..<position - 3]
            } else if isNext("<?") {
                throw fail("processing instructions are not read")
            } else if try !skipComment() {
                element.children.append(try self.element(depth: depth + 1))
            }
        }
        throw fail("")
    }

    /// A byte of text, or a reference (XML 1.0 §4.1, §4.6).
    private mutating func appendCharacter(_ byte: UInt8, to text: inout [UInt8]) throws(DocumentError) {
        guard byte == UInt8(ascii: "&") else {
            guard byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
                throw fail("a control character")
            }
            text.append(byte)
            position += 1
            return
        }
        if takeWord("&amp;") {
            text.append(UInt8(ascii: "&"))
        } else if takeWord("&lt;") {
            text.append(UInt8(ascii: "<"))
        } else if takeWord("&gt;") {
            text.append(UInt8(ascii: ">"))
        } else if takeWord("&quot;") {
            text.append(UInt8(ascii: "\""))
        } else if takeWord("&apos;") {
            text.append(UInt8(ascii: "'"))
        } else if takeWord("&#") {
            guard let scalar = scalar(), UTF8Text.append(scalar, to: &text) else { throw fail("no character's number") }
        } else {
            throw fail("an entity that XML itself doesn't have")
        }
    }

    /// The rest of `&#10;` or `&#xA;`; nil for what XML 1.0 §2.2 has no character for.
    private mutating func scalar() -> UInt32? {
        let isHexadecimal = takeWord("x")
        var number: UInt32 = 0
        var count = 0
        while let byte = next, byte != UInt8(ascii: ";"), count < 8 {
            let value: UInt8
            switch byte.lowercasedASCII {
            case 0x30...0x39: value = byte - 0x30
            case 0x61...0x66 where isHexadecimal: value = byte.lowercasedASCII - 0x57
            default: return nil
            }
            number = number &* (isHexadecimal ? 16 : 10) &+ UInt32(value)
            count += 1
            position += 1
        }
        guard count > 0, count < 8, takeWord(";") else { return nil }
        guard number >= 0x20 || number == 0x09 || number == 0x0A || number == 0x0D else { return nil }
        return number
    }
}
