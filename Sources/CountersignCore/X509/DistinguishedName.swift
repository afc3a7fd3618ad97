/// A Name (RFC 5280 §4.1.2.4): relative distinguished names, each of one or more attributes, borrowed from a buffer.
public struct DistinguishedName: ~Escapable {
    /// What the ranges refer to.
    public let bytes: Span<UInt8>
    /// The contents of the outer SEQUENCE.
    let contents: ByteRange

    /// A name that has been validated before.
    @_lifetime(copy bytes)
    package init(in bytes: Span<UInt8>, contents: ByteRange) {
        self.bytes = bytes
        self.contents = contents
    }

    /// A whole DER Name, as a CertificateRequest lists them.
    @_lifetime(copy der)
    public init(_ der: Span<UInt8>) throws(DERError) {
        var reader = DERReader(der)
        let element = try DistinguishedName.validate(&reader)
        try reader.finish()
        self.bytes = der
        self.contents = element.contents
    }

    /// No relative distinguished name at all.
    public var isEmpty: Bool { contents.count == 0 }

    /// The whole Name, tag and length included, as OCSP digests it.
    package var encoding: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let count = Int(contents.count)
            let header = count < 0x80 ? 2 : count < 0x100 ? 3 : count < 0x1_0000 ? 4 : 5
            let start = max(0, Int(contents.start) - header)
            return bytes.extracting(ByteRange(start: start, count: contents.end - start))
        }
    }

    /// The attributes in order.
    public var attributes: Attributes {
        @_lifetime(copy self)
        get { Attributes(self) }
    }

    /// More attributes than this in one relative name are nobody's; it bounds comparing them as a set.
    static var attributeLimit: Int { 16 }

    /// Reads a Name and checks its structure; the result's contents are what `init(in:contents:)` takes.
    package static func validate(_ reader: inout DERReader) throws(DERError) -> DERElement {
        let name = try reader.next(DERTag.sequence)
        var sets = reader.inside(name)
        while !sets.isAtEnd {
            var set = try sets.enter(DERTag.set)
            guard !set.isAtEnd else { throw DERError(.invalidCount, at: set.position) }
            var count = 0
            while !set.isAtEnd {
                count += 1
                guard count <= attributeLimit else { throw DERError(.invalidCount, at: set.position) }
                var attribute = try set.enter(DERTag.sequence)
                _ = try attribute.objectIdentifier()
                _ = try attribute.next()
                try attribute.finish()
            }
        }
        return name
    }

    /// One AttributeTypeAndValue.
    public struct Attribute {
        public let type: ObjectIdentifier
        /// The value's tag: 12 UTF8String, 19 PrintableString, 20 TeletexString, 22 IA5String, 30 BMPString, …
        public let tag: UInt8
        /// The value's contents, in the name's `bytes`.
        public let value: ByteRange
        /// Which relative distinguished name it belongs to, from 0.
        public let position: Int
    }

    /// Walks the attributes.
    public struct Attributes: ~Escapable {
        private var sets: DERReader
        private var set: DERReader
        private var position = -1

        @_lifetime(copy name)
        init(_ name: DistinguishedName) {
            sets = DERReader(name.bytes, in: name.contents)
            set = DERReader(name.bytes, in: ByteRange(start: 0, count: 0))
        }

        /// The next attribute, or nil behind the last one.
        public mutating func next() -> Attribute? {
            do throws(DERError) {
                if set.isAtEnd {
                    guard !sets.isAtEnd else { return nil }
                    set = try sets.enter(DERTag.set)
                    position += 1
                }
                var fields = try set.enter(DERTag.sequence)
                let type = try fields.objectIdentifier()
                let value = try fields.next()
                return Attribute(type: type, tag: value.tag, value: value.contents, position: position)
            } catch {
                return nil
            }
        }
    }
}
