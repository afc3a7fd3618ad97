/// A name that a certificate is for, as RFC 9525 §2 permits it: a DNS name, perhaps with a wildcard, or an IP address.
public struct SubjectAlternativeName: Equatable, Sendable {
    /// The GeneralName's tag.
    let tag: BERTag
    let contents: [UInt8]

    /// From text: an IPv4 or IPv6 address (in brackets or not), else a DNS name in A-labels, whose first label may be
    /// `*`. Nil for anything else, such as a name in Unicode, which has to be turned into A-labels first.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)
        if let address = IPAddress(bytes.span) {
            let octets = address.bytes
            tag = .contextPrimitive(7)
            contents = octets.indices.map { octets[$0] }
            return
        }
        let isWildcard = bytes.starts(with: [0x2A, 0x2E])
        if isWildcard { bytes.removeFirst(2) }
        guard let name = DNSName(bytes.span) else { return nil }
        let normalized = name.bytes
        // A wildcard stands for one label below a domain (RFC 9525 §6.3), and no label ends with a hyphen.
        var labels = 1
        for index in normalized.indices where normalized[index] == 0x2E {
            guard normalized[index - 1] != 0x2D else { return nil }
            labels += 1
        }
        guard normalized[normalized.count - 1] != 0x2D, !isWildcard || labels > 1 else { return nil }
        tag = .contextPrimitive(2)
        contents = (isWildcard ? [0x2A, 0x2E] : []) + normalized.indices.map { normalized[$0] }
    }

    /// The DNS name; nil for an address.
    public var dnsName: String? {
        tag == .contextPrimitive(2) ? String(decoding: contents, as: UTF8.self) : nil
    }
}
