/// OkHttp's pins: lines of a pattern and its pins, or the calls `.add("pattern", "sha256/…", …)` in Kotlin and Java.
struct OkHTTPReader {
    private let bytes: [UInt8]
    private var domains: [(domain: PinnedDomain, offset: Int)] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether a file could be one: some pin is in it.
    static func isLikely(_ file: [UInt8]) -> Bool {
        let text = Array(file.prefix(DocumentError.sizeLimit))
        return text.indices.contains { text.span.has("sha256/", at: $0) || text.span.has("sha1/", at: $0) }
    }

    static func policy(_ file: [UInt8], _ log: inout PolicyLog) throws(DocumentError) -> Policy {
        try DocumentError.checkText(file)
        var reader = OkHTTPReader(file)
        if file.indices.contains(where: { file.span.has(".add(", at: $0) }) {
            reader.readCalls(&log)
        } else {
            reader.readLines(&log)
        }
        var policy = Policy()
        var united = PinnedDomain.united(reader.domains.map { $0.domain })
        for index in united.indices where united[index].permitMissingBackup() {
            let pattern = united[index].pattern
            log.add(.warning, .singlePin, pattern, "only one pin, which OkHttp permits: add a backup", nil)
        }
        policy.pinnedDomains = united
        if united.isEmpty, !log.hasErrors { log.add(.error, .noPins, "", "no pinned host in the file", nil) }
        return policy
    }

    private mutating func add(_ words: [(text: [UInt8], offset: Int)], _ log: inout PolicyLog) {
        guard let first = words.first else { return }
        let pattern = String(decoding: first.text, as: UTF8.self)
        guard log.isPattern(pattern, at: first.offset) else { return }
        var domain = PinnedDomain(pattern)
        for (text, offset) in words.dropFirst() {
            // OkHttp's pins are prefixed; what isn't is no pin of its.
            guard text.span.has("sha256/", at: 0) || text.span.has("sha1/", at: 0) else {
                log.add(
                    .error, .invalidPin, String(decoding: text, as: UTF8.self), "a pin of OkHttp begins with sha256/",
                    offset)
                continue
            }
            let pin = log.pin(String(decoding: text, as: UTF8.self), at: offset, allowingLegacySHA1: true)
            if let pin { domain.pins.append(pin) }
        }
        if words.count == 1 {
            log.add(.error, .noPins, pattern, "no pins", first.offset)
        } else if !domain.pins.isEmpty {
            domains.append((domain, first.offset))
        }
    }

    // MARK: lines

    private mutating func readLines(_ log: inout PolicyLog) {
        var words: [(text: [UInt8], offset: Int)] = []
        var word: [UInt8] = []
        var isComment = false
        for offset in 0...bytes.count {
            let byte = offset < bytes.count ? bytes[offset] : 0x0A
            let isEnd = byte == 0x0A
            if isEnd || byte <= 0x20 || byte == UInt8(ascii: ",") {
                if !word.isEmpty { words.append((word, offset - word.count)) }
                word = []
            } else if byte == UInt8(ascii: "#"), word.isEmpty {
                isComment = true
            } else if !isComment {
                word.append(byte)
            }
            if isEnd {
                add(words, &log)
                words = []
                isComment = false
            }
        }
    }

    // MARK: source code

    /// Looks for calls, past comments and other literals.
    private mutating func readCalls(_ log: inout PolicyLog) {
        var position = 0
        while position < bytes.count {
            if let end = endOfComment(at: position) {
                position = end
            } else if let literal = literal(at: position) {
                position = literal.end
            } else if bytes.span.has(".add(", at: position) {
                position = readCall(at: position + 5, &log)
            } else {
                position += 1
            }
        }
    }

    private func endOfComment(at start: Int) -> Int? {
        let isLine = bytes.span.has("//", at: start)
        guard isLine || bytes.span.has("/*", at: start) else { return nil }
        var position = start + 2
        while position < bytes.count {
            if isLine, bytes[position] == 0x0A { return position }
            if !isLine, bytes.span.has("*/", at: position) { return position + 2 }
            position += 1
        }
        return position
    }

    /// The text between quotes; what has escapes or isn't closed on its line is given as nil.
    private func literal(at start: Int) -> (text: [UInt8]?, end: Int)? {
        guard bytes[start] == UInt8(ascii: "\"") else { return nil }
        var position = start + 1
        var isPlain = true
        while position < bytes.count, bytes[position] != 0x0A {
            switch bytes[position] {
            case UInt8(ascii: "\""): return (isPlain ? Array(bytes[start + 1..<position]) : nil, position + 1)
            case UInt8(ascii: "\\"):
                isPlain = false
                position += 1
            // Kotlin puts values into texts.
            case UInt8(ascii: "$"): isPlain = false
            default: break
            }
            position += 1
        }
        return (nil, min(position, bytes.count))
    }

    /// Literals up to the closing parenthesis; returns where it ends.
    private mutating func readCall(at start: Int, _ log: inout PolicyLog) -> Int {
        var words: [(text: [UInt8], offset: Int)] = []
        var isLiteral = true
        var position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: ")") {
            if let end = endOfComment(at: position) {
                position = end
            } else if let literal = literal(at: position) {
                if let text = literal.text { words.append((text, position)) } else { isLiteral = false }
                position = literal.end
            } else {
                let byte = bytes[position]
                if byte > 0x20, byte != UInt8(ascii: ",") { isLiteral = false }
                position += 1
            }
        }
        // Other things are added to other things: only a call that could be about pins is told of.
        let isAboutPins = words.contains { $0.text.span.has("sha256/", at: 0) || $0.text.span.has("sha1/", at: 0) }
        if isLiteral {
            if isAboutPins || words.count > 1 { add(words, &log) }
        } else {
            let offset = start - 5
            log.add(
                isAboutPins ? .error : .warning, .notCarriedOver, ".add(…)",
                "arguments that are no plain texts can't be read", offset)
        }
        return position
    }
}
