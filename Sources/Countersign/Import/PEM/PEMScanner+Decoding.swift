extension PEMScanner.Block {
    /// The contents, in memory that is wiped later since they may be a key. Throws `malformed` at the first character
    /// that the strictness doesn't allow.
    func decode(_ text: Span<UInt8>, strictness: PEMStrictness) throws(ImportError) -> SecretBytes {
        var output = SecretBytes(count: body.count / 4 * 3 + 3)
        var count = 0
        var decoder = Base64Decoder()
        var layout = LineLayout(strictness: strictness)
        var index = body.lowerBound
        while index < body.upperBound {
            let character = text[index]
            guard layout.accepts(character) else {
                throw ImportError(.malformed, "PEM: \(layout.complaint)", at: index)
            }
            if !isSpace(character) {
                count = try Self.store(decoder.feed(character), into: &output, at: count, offset: index)
            }
            index += 1
        }
        if decoder.isInGroup {
            guard strictness == .lax else {
                throw ImportError(.malformed, "PEM: the base64 text is cut short", at: body.upperBound)
            }
            count = try Self.store(decoder.finishUnpadded(), into: &output, at: count, offset: body.upperBound)
        }
        output.truncate(to: count)
        return output
    }

    private static func store(
        _ step: Base64Decoder.Step, into output: inout SecretBytes, at position: Int, offset: Int
    ) throws(ImportError) -> Int {
        switch step {
        case .more: return position
        case .refused: throw ImportError(.malformed, "PEM: not base64", at: offset)
        case .bytes(let group, let count):
            var target = output.mutableSpan
            guard target.count - position >= count else {
                throw ImportError(.malformed, "PEM: no memory for the contents", at: offset)
            }
            for index in 0..<count {
                target[position + index] = UInt8(truncatingIfNeeded: group >> UInt32(8 * (count - 1 - index)))
            }
            return position + count
        }
    }

    /// The RFC 1421 headers, continuation lines joined with one space.
    func headers(in text: Span<UInt8>) -> [PEMHeader] {
        var found: [PEMHeader] = []
        var index = headers.lowerBound
        while index < headers.upperBound {
            let start = index
            while index < headers.upperBound, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
            let line = trimmed(start..<index, in: text)
            index += 1
            if line.isEmpty { continue }
            if isBlank(text[start]), !found.isEmpty {
                found[found.count - 1].value += " " + asciiString(text.extracting(line))
                continue
            }
            var colon = line.lowerBound
            while colon < line.upperBound, text[colon] != 0x3A { colon += 1 }
            guard colon < line.upperBound else { continue }
            let value = trimmed(colon + 1..<line.upperBound, in: text)
            found.append(
                PEMHeader(
                    name: asciiString(text.extracting(line.lowerBound..<colon)),
                    value: asciiString(text.extracting(value))))
        }
        return found
    }
}

/// What each strictness allows between the characters of base64.
private struct LineLayout {
    let strictness: PEMStrictness
    var complaint = "white space is not allowed here"
    private var column = 0
    private var isShortLineOver = false
    private var hasBlank = false
    private var previous: UInt8 = 0

    init(strictness: PEMStrictness) {
        self.strictness = strictness
    }

    mutating func accepts(_ character: UInt8) -> Bool {
        defer { previous = character }
        switch strictness {
        case .lax: return true
        case .standard:
            // White space may end a line, or fill one, but never stands between characters.
            if character == 0x0A || character == 0x0D {
                column = 0
                hasBlank = false
            } else if isBlank(character) {
                hasBlank = column > 0
            } else {
                column += 1
                return !hasBlank
            }
            return true
        case .strict:
            if character == 0x0A, previous == 0x0D { return true }
            if character == 0x0A || character == 0x0D {
                if column == 0 || isShortLineOver {
                    complaint = "a blank line or a second short line"
                    return false
                }
                isShortLineOver = column < 64
                column = 0
                return true
            }
            if isSpace(character) { return false }
            column += 1
            complaint = "lines have 64 characters, only the last one fewer"
            return column <= 64 && !isShortLineOver
        }
    }
}

/// The white space of RFC 7468 figure 2.
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func trimmed(_ range: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    return start..<end
}
