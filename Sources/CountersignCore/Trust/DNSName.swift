/// A DNS name to be looked for: A-labels, lower case, without a trailing dot, kept inline.
///
/// RFC 9525 §2 calls it a DNS-ID. Letters, digits, hyphens and, since hosts with them exist, underscores; labels of 1 to
/// 63 octets that don't begin with a hyphen; 253 octets altogether; a last label that isn't a number, so that no IP address passes for a name (WHATWG URL does the same).
public struct DNSName: Equatable, Sendable {
    let text: InlineText

    /// Nil for text that is no such name, for internationalized names in Unicode too: turn those into A-labels first
    /// (RFC 9525 §6.3 compares A-labels).
    public init?(_ name: Span<UInt8>) {
        var end = name.count
        // One trailing dot says "absolute" and doesn't belong to the name.
        if end > 0, name[end - 1] == 0x2e { end -= 1 }
        guard end >= 1, end <= 253 else { return nil }
        guard DNSLabels.areValid(name.extracting(0..<end), mayEndWithHyphen: true),
            !DNSLabels.endsWithNumber(name.extracting(0..<end))
        else {
            return nil
        }
        var text = InlineText()
        for index in 0..<end { text.append(name[index].lowercasedASCII) }
        self.text = text
    }

    /// The normalised name in ASCII.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { text.bytes }
    }

    public static func == (left: DNSName, right: DNSName) -> Bool { left.text == right.text }
}

/// The syntax of DNS names, which presented names, constraints and hosts share.
enum DNSLabels {
    /// Dot-separated labels in "preferred name syntax" (RFC 1034 §3.5, RFC 1123 §2.1) and underscores. Hosts whose
    /// labels end with a hyphen exist and are reached through wildcards; certificates may not name them.
    static func areValid(_ name: Span<UInt8>, mayEndWithHyphen: Bool = false) -> Bool {
        guard name.count <= 253 else { return false }
        var length = 0
        var last: UInt8 = 0x2e
        for index in 0..<name.count {
            let octet = name[index]
            switch octet {
            case 0x2e:
                guard length > 0, mayEndWithHyphen || last != 0x2d else { return false }
                length = 0
            case 0x2d, 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a:
                guard length > 0 || octet != 0x2d, length < 63 else { return false }
                length += 1
            default: return false
            }
            last = octet
        }
        return length > 0 && (mayEndWithHyphen || last != 0x2d)
    }

    /// The last label consists of digits: then it may be an IP address, and is no host name.
    static func endsWithNumber(_ name: Span<UInt8>) -> Bool {
        var index = name.count
        while index > 0, name[index - 1] != 0x2e {
            index -= 1
            guard name[index] >= 0x30, name[index] <= 0x39 else { return false }
        }
        return index < name.count
    }
}
