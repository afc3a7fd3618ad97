/// All blocks of a PEM file (RFC 7468), in their order, whatever stands around them.
///
/// Line ends may be LF, CRLF or CR, the last one may be missing. A boundary without its counterpart or contents that
/// aren't base64 are errors: no block is silently dropped, so a chain never loses its intermediates. A file without
/// any block has none; that is no error here. Linear in the file's size.
///
/// Counterpart: SecItemImport with kSecFormatPEMSequence.
public struct PEMDocument: Equatable, Sendable {
    public let blocks: [PEMBlock]

    /// Reads a whole file. Throws `malformed` with the offset of what was out of place.
    @export(interface)
    public init(_ bytes: [UInt8], strictness: PEMStrictness = .standard) throws(ImportError) {
        let text = bytes.span
        var scanner = PEMScanner(text, strictness: strictness)
        var blocks: [PEMBlock] = []
        while let found = try scanner.next() {
            let decoded = try found.decode(text, strictness: strictness)
            var contents: [UInt8] = []
            contents.reserveCapacity(decoded.count)
            for index in decoded.span.indices { contents.append(decoded.span[index]) }
            blocks.append(
                PEMBlock(
                    label: asciiString(text.extracting(found.label)), headers: found.headers(in: text),
                    contents: contents, offset: found.start))
        }
        self.blocks = blocks
    }

    /// The contents of all blocks with a label, in their order.
    public func contents(labelled label: String) -> [[UInt8]] {
        blocks.filter { sameBytes($0.label, label) }.map { $0.contents }
    }

    /// Whether bytes hold a PEM boundary at all; what is sniffed to tell PEM from DER.
    @export(interface)
    public static func isPEM(_ bytes: [UInt8]) -> Bool {
        PEMScanner.finds(in: bytes.span)
    }
}

/// Comparison without Unicode normalisation, which Embedded Swift would need tables for.
func sameBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
}

/// Printable ASCII as a string; other bytes become "?".
func asciiString(_ bytes: Span<UInt8>) -> String {
    var text = ""
    for index in bytes.indices {
        let byte = bytes[index]
        text.unicodeScalars.append(Unicode.Scalar((0x20...0x7E).contains(byte) ? byte : 0x3F))
    }
    return text
}
