/// The identifier octets that X.509 uses (X.690 §8.1.2). Constants, not a type of their own: tags are compared as bytes.
package enum DERTag {
    package static var boolean: UInt8 { 0x01 }
    package static var integer: UInt8 { 0x02 }
    package static var bitString: UInt8 { 0x03 }
    package static var octetString: UInt8 { 0x04 }
    package static var null: UInt8 { 0x05 }
    package static var objectIdentifier: UInt8 { 0x06 }
    package static var enumerated: UInt8 { 0x0a }
    package static var utf8String: UInt8 { 0x0c }
    package static var printableString: UInt8 { 0x13 }
    package static var teletexString: UInt8 { 0x14 }
    package static var ia5String: UInt8 { 0x16 }
    package static var utcTime: UInt8 { 0x17 }
    package static var generalizedTime: UInt8 { 0x18 }
    package static var visibleString: UInt8 { 0x1a }
    package static var universalString: UInt8 { 0x1c }
    package static var bmpString: UInt8 { 0x1e }
    package static var sequence: UInt8 { 0x30 }
    package static var set: UInt8 { 0x31 }

    /// Context-specific, primitive.
    package static func context(_ number: UInt8) -> UInt8 { 0x80 | number }
    /// Context-specific, constructed.
    package static func constructed(_ number: UInt8) -> UInt8 { 0xa0 | number }
}

/// One tag-length-value, as positions in the buffer it was read from.
package struct DERElement {
    package let tag: UInt8
    /// Of the tag.
    package let start: Int
    /// Of the first content octet.
    package let content: Int
    /// One past the last content octet.
    package let end: Int

    package var count: Int { end - content }
    /// The content octets.
    package var contents: ByteRange { ByteRange(start: content, count: end - content) }
    /// Tag, length and contents.
    package var encoding: ByteRange { ByteRange(start: start, count: end - start) }
}
