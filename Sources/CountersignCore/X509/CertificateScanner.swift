/// Finds the blocks of a PEM text (RFC 7468 §2) without decoding them; text around them is skipped.
///
/// Certificates say in their first octets how long they are, so their end is looked for where it should be before it
/// is searched for: a bundle of roots is walked in steps of one certificate.
package struct CertificateScanner: ~Escapable {
    package struct Block {
        package enum Label: Sendable {
            case certificate
            /// OpenSSL's form with trust settings.
            case trustedCertificate
            case other
        }

        package let label: Label
        /// The base64 text between the lines.
        package let body: ByteRange

        /// The same block in a buffer in which the text begins at `offset`.
        package func moved(by offset: Int) -> Block {
            Block(label: label, body: ByteRange(start: Int(body.start) + offset, count: Int(body.count)))
        }
    }

    private let text: Span<UInt8>
    private var position = 0

    @_lifetime(copy text)
    package init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// Whether a text looks like PEM rather than DER.
    package static func looksLikePEM(_ text: Span<UInt8>) -> Bool {
        var scanner = CertificateScanner(text)
        return scanner.next() != nil
    }

    /// The next complete block, or nil when there is none. Linear in what it walks over.
    package mutating func next() -> Block? {
        while let begin = find("-----BEGIN ", from: position) {
            let labelStart = begin + 11
            guard let labelEnd = find("-----", from: labelStart) else { return nil }
            let bodyStart = labelEnd + 5
            position = bodyStart
            guard labelEnd - labelStart <= 64 else { continue }
            guard let bodyEnd = end(of: bodyStart) else { return nil }
            position = bodyEnd + 9
            let label = text.extracting(labelStart..<labelEnd)
            return Block(
                label: CertificateScanner.label(label), body: ByteRange(start: bodyStart, count: bodyEnd - bodyStart))
        }
        return nil
    }

    private static func label(_ label: Span<UInt8>) -> Block.Label {
        if label.isEqual(to: "CERTIFICATE") || label.isEqual(to: "X509 CERTIFICATE") { return .certificate }
        return label.isEqual(to: "TRUSTED CERTIFICATE") ? .trustedCertificate : .other
    }

    private func end(of bodyStart: Int) -> Int? {
        if let expected = expectedEnd(of: bodyStart), text.has("-----END ", at: expected) { return expected }
        return find("-----END ", from: bodyStart)
    }

    /// Where the block ends if it is one DER SEQUENCE in lines of equal length.
    private func expectedEnd(of bodyStart: Int) -> Int? {
        var start = bodyStart
        while start < text.count, text[start] == 0x0d || text[start] == 0x0a { start += 1 }
        var lineEnd = start
        while lineEnd < text.count, lineEnd - start <= 80, text[lineEnd] != 0x0a, text[lineEnd] != 0x0d { lineEnd += 1 }
        let width = lineEnd - start
        guard width >= 8, width <= 80, lineEnd < text.count else { return nil }
        var header = InlineArray<6, UInt8>(repeating: 0)
        var output = header.mutableSpan
        guard Base64Text.decode(text.extracting(start..<start + 8), into: &output) == 6 else { return nil }
        var reader = DERReader(header.span)
        guard let length = try? reader.stepIntoSequence() else { return nil }
        let characters = (reader.position + length + 2) / 3 * 4
        let breaks = (characters + width - 1) / width * (text[lineEnd] == 0x0d ? 2 : 1)
        return start + characters + breaks
    }

    private func find(_ pattern: StaticString, from start: Int) -> Int? {
        var index = start
        while index < text.count {
            if text[index] == 0x2d, text.has(pattern, at: index) { return index }
            index += 1
        }
        return nil
    }
}
