/// The attributes of a bag that identities are told apart by (RFC 7292 §4.2, RFC 2985 §5.5).
struct BagAttributes: Sendable {
    /// As it stands there: Microsoft's and Bouncy Castle's files may end it with a NUL.
    var friendlyName: String?
    var localKeyID: [UInt8]?

    init() {}

    /// Reads the SET OF attributes. Unknown ones and values of unexpected types are passed over; a broken structure is
    /// `malformed`.
    init(_ reader: inout BERReader) throws(ImportError) {
        let list = try reader.next(.set, "bagAttributes")
        var attributes = reader.contents(of: list)
        while !attributes.isAtEnd {
            var attribute = try attributes.sequence("bagAttribute")
            let type = try attribute.objectIdentifier("attrId")
            let set = try attribute.next(.set, "attrValues")
            var values = attribute.contents(of: set)
            guard !values.isAtEnd else { continue }
            if type == .friendlyName {
                let value = try values.next("friendlyName")
                let bytes = values.bytes.extracting(value.contents)
                if value.tag == .bmpString { friendlyName = utf16String(bytes) }
                if value.tag == .utf8String {
                    friendlyName = String(decoding: values.copy(value.contents), as: UTF8.self)
                }
            } else if type == .localKeyID, values.nextTag == .octetString {
                localKeyID = values.copy(try values.next("localKeyID").contents)
            }
        }
    }

    /// The name without the NULs that some writers end it with; nil when nothing is left.
    var label: String? {
        guard let friendlyName else { return nil }
        var scalars = friendlyName.unicodeScalars
        while let last = scalars.last, last.value == 0 { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(scalars)
    }
}

/// BMPString as UTF-16BE, which is what writers put there; an odd last byte is left out.
private func utf16String(_ bytes: Span<UInt8>) -> String {
    var units: [UInt16] = []
    var index = 0
    while index + 1 < bytes.count {
        units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
        index += 2
    }
    return String(decoding: units, as: UTF16.self)
}

extension ObjectID {
    static let friendlyName = pkcs(9, 20)
    static let localKeyID = pkcs(9, 21)
}
