/// Whole elements. Everything is written from the end: within `wrap`, what comes last is written first.
extension DERWriter {
    /// An element around what `contents` writes.
    mutating func wrap(_ tag: BERTag, _ contents: (inout DERWriter) -> Void) {
        let mark = count
        contents(&self)
        prependHeader(tag, since: mark)
    }

    mutating func element(_ tag: BERTag, _ contents: [UInt8]) {
        let mark = count
        prepend(contents.span)
        prependHeader(tag, since: mark)
    }

    mutating func element(_ tag: BERTag, _ contents: Span<UInt8>) {
        let mark = count
        prepend(contents)
        prependHeader(tag, since: mark)
    }

    /// An INTEGER that isn't negative, in as few octets as it takes (X.690 §8.3).
    mutating func integer(_ value: UInt64) {
        let mark = count
        var rest = value
        repeat {
            prepend(UInt8(rest & 0xFF))
            rest >>= 8
        } while rest > 0
        if value.leadingZeroBitCount % 8 == 0, value != 0 { prepend(0) }
        prependHeader(.integer, since: mark)
    }

    /// AlgorithmIdentifier whose parameters are NULL, or absent.
    mutating func algorithm(_ identifier: ObjectID, hasNull: Bool) {
        wrap(.sequence) { writer in
            if hasNull { writer.element(.null, []) }
            writer.element(.objectIdentifier, identifier.octets)
        }
    }
}
