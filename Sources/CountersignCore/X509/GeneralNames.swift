/// Walks a subject alternative name extension that has been validated before.
public struct GeneralNames: ~Escapable {
    private var reader: DERReader

    @_lifetime(copy bytes)
    package init(in bytes: Span<UInt8>, contents: ByteRange) {
        reader = DERReader(bytes, in: contents)
    }

    /// The next name, or nil behind the last one.
    public mutating func next() -> GeneralName? {
        guard !reader.isAtEnd else { return nil }
        do throws(DERError) {
            return try GeneralName(&reader)
        } catch {
            return nil
        }
    }

    /// GeneralNames with at least one entry.
    static func validate(_ reader: inout DERReader) throws(DERError) -> ByteRange {
        let sequence = try reader.next(DERTag.sequence)
        var names = reader.inside(sequence)
        guard !names.isAtEnd else { throw DERError(.invalidCount, at: sequence.start) }
        while !names.isAtEnd { _ = try GeneralName(&names) }
        return sequence.contents
    }
}
