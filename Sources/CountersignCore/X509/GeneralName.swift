/// One GeneralName (RFC 5280 §4.2.1.6) as a kind and the place of its contents.
public struct GeneralName {
    /// The choices, numbered by their tags.
    public enum Kind: UInt8, Sendable {
        case otherName = 0
        case rfc822Name = 1
        case dnsName = 2
        case x400Address = 3
        case directoryName = 4
        case ediPartyName = 5
        case uniformResourceIdentifier = 6
        case ipAddress = 7
        case registeredID = 8
    }

    public let kind: Kind
    /// IA5String, IP address and registered ID: the contents. Directory name: the contents of the Name's SEQUENCE.
    public let contents: ByteRange

    /// Reads one and checks what can be checked of its syntax.
    ///
    /// With `asConstraint`, as the base of a GeneralSubtree: an IP address then has a mask behind it.
    package init(_ reader: inout DERReader, asConstraint: Bool = false) throws(DERError) {
        let element = try reader.next()
        guard element.tag & 0xc0 == 0x80, let kind = Kind(rawValue: element.tag & 0x1f) else {
            throw DERError(.unexpectedTag, at: element.start)
        }
        let isConstructed = element.tag & 0x20 != 0
        var contents = element.contents
        var mustBeConstructed = false
        switch kind {
        case .rfc822Name, .dnsName, .uniformResourceIdentifier:
            // IA5String: seven bits.
            for index in element.content..<element.end where reader.bytes[index] >= 0x80 {
                throw DERError(.invalidValue, at: element.start)
            }
        case .directoryName:
            // A choice inside of a choice, therefore tagged explicitly.
            mustBeConstructed = true
            var inner = reader.inside(element)
            contents = try DistinguishedName.validate(&inner).contents
            try inner.finish()
        case .ipAddress:
            let count = asConstraint ? element.count / 2 : element.count
            guard count == 4 || count == 16, !asConstraint || element.count % 2 == 0 else {
                throw DERError(.invalidValue, at: element.start)
            }
        case .registeredID:
            guard element.count >= 1 else { throw DERError(.invalidValue, at: element.start) }
        case .otherName, .x400Address, .ediPartyName:
            mustBeConstructed = true
        }
        guard isConstructed == mustBeConstructed else { throw DERError(.unexpectedTag, at: element.start) }
        self.kind = kind
        self.contents = contents
    }
}
