/// Finds the blocks of a PEM text without copying or decoding anything.
struct PEMScanner: ~Escapable {
    private let text: Span<UInt8>
    private let strictness: PEMStrictness
    private var position = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, strictness: PEMStrictness) {
        self.text = text
        self.strictness = strictness
        // A byte order mark would keep the first boundary from beginning its line.
        if strictness != .strict, hasPrefix([0xEF, 0xBB, 0xBF], text, at: 0) { position = 3 }
    }

    /// Whether there is an encapsulation boundary at all.
    static func finds(in text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            if text[index] == 0x2D, hasPrefix(PEMMarker.begin, text, at: index) { return true }
            index += 1
        }
        return false
    }

    /// A block, as positions in the text.
    struct Block {
        var start: Int
        var label: Range<Int>
        /// RFC 1421 header lines, or an empty range.
        var headers: Range<Int>
        /// The base64 text.
        var body: Range<Int>
    }

    /// The next block, or nil at the end.
    mutating func next() throws(ImportError) -> Block? {
        while position < text.count {
            let line = takeLine()
            guard let label = boundary(begin: true, in: line) else { continue }
            return try finish(label: label, start: line.lowerBound)
        }
        return nil
    }

    private mutating func finish(label: Range<Int>, start: Int) throws(ImportError) -> Block {
        let bodyStart = position
        var headers = bodyStart..<bodyStart
        var body = bodyStart
        var isInHeaders = strictness != .strict
        var hasHeader = false
        while position < text.count {
            let line = takeLine()
            if let endLabel = boundary(begin: false, in: line) {
                guard strictness == .lax || equal(label, endLabel) else {
                    throw ImportError(.malformed, "PEM: END names another label than BEGIN", at: line.lowerBound)
                }
                guard strictness != .strict || position > line.upperBound else {
                    throw ImportError(.malformed, "PEM: no line end after the END boundary", at: line.upperBound)
                }
                return Block(start: start, label: label, headers: headers, body: body..<line.lowerBound)
            }
            if boundary(begin: true, in: line) != nil { break }
            guard isInHeaders else { continue }
            // RFC 1421 §4.4: headers, continuation lines that begin with white space, then a blank line.
            let isContinuation = hasHeader && !line.isEmpty && isBlank(text[line.lowerBound]) && !isBlankLine(line)
            if contains(0x3A, in: line) || isContinuation {
                hasHeader = true
                headers = bodyStart..<position
                body = position
            } else {
                isInHeaders = false
            }
        }
        throw ImportError(.malformed, "PEM: BEGIN without its END", at: start)
    }

    /// The next line without its end, and the position moved behind it.
    private mutating func takeLine() -> Range<Int> {
        let start = position
        while position < text.count, text[position] != 0x0A, text[position] != 0x0D { position += 1 }
        let end = position
        if position < text.count {
            let isCRLF = text[position] == 0x0D && position + 1 < text.count && text[position + 1] == 0x0A
            position += isCRLF ? 2 : 1
        }
        return start..<end
    }

    /// The label of a line that is an encapsulation boundary (RFC 7468 §3: preeb, posteb).
    private func boundary(begin: Bool, in line: Range<Int>) -> Range<Int>? {
        var start = line.lowerBound
        var end = line.upperBound
        if strictness != .strict {
            while end > start, isBlank(text[end - 1]) { end -= 1 }
        }
        if strictness == .lax {
            while start < end, isBlank(text[start]) { start += 1 }
        }
        let prefix = begin ? PEMMarker.begin : PEMMarker.end
        let head = prefix.count
        guard end - start >= head + 5, hasPrefix(prefix, text, at: start),
            hasPrefix(PEMMarker.dashes, text, at: end - 5)
        else { return nil }
        let label = start + head..<end - 5
        var index = label.lowerBound
        while index < label.upperBound {
            guard (0x20...0x7E).contains(text[index]) else { return nil }
            index += 1
        }
        return label
    }

    private func equal(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        var index = 0
        while index < left.count {
            if text[left.lowerBound + index] != text[right.lowerBound + index] { return false }
            index += 1
        }
        return true
    }

    private func contains(_ byte: UInt8, in line: Range<Int>) -> Bool {
        var index = line.lowerBound
        while index < line.upperBound {
            if text[index] == byte { return true }
            index += 1
        }
        return false
    }

    private func isBlankLine(_ line: Range<Int>) -> Bool {
        var index = line.lowerBound
        while index < line.upperBound {
            if !isBlank(text[index]) { return false }
            index += 1
        }
        return true
    }
}

/// Space or tab.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

/// The fixed parts of encapsulation boundaries.
enum PEMMarker {
    static let begin = [UInt8]("-----BEGIN ".utf8)
    static let end = [UInt8]("-----END ".utf8)
    static let dashes = [UInt8]("-----".utf8)
}

/// Whether bytes at a position are those of a pattern.
func hasPrefix(_ pattern: [UInt8], _ bytes: Span<UInt8>, at position: Int) -> Bool {
    guard position >= 0, position <= bytes.count, bytes.count - position >= pattern.count else { return false }
    for index in pattern.indices where bytes[position + index] != pattern[index] { return false }
    return true
}
