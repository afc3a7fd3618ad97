/// Who the peer must be, from the client's point of view (RFC 9525 §2 and §6.1). A value of fixed size.
public enum ReferenceIdentifier: Equatable, Sendable {
    /// A host by name, matched against dNSName entries.
    case dnsID(DNSName)
    /// A host by address, matched against iPAddress entries and nothing else (RFC 9525 §6.5).
    case ipID(IPAddress)
    /// A mailbox, matched against rfc822Name entries (RFC 5280 §4.2.1.6, §7.5).
    case emailID(MailboxName)
    /// A URI, matched against uniformResourceIdentifier entries as a whole, as SPIFFE does.
    case uriID(ResourceName)

    /// A host as it stands in a URL: an IP address if it is the text of one, else a DNS name; nil if it is neither.
    public init?(host: Span<UInt8>) {
        if let address = IPAddress(host) {
            self = .ipID(address)
        } else if let name = DNSName(host) {
            self = .dnsID(name)
        } else {
            return nil
        }
    }
}

/// A mailbox `local@host` to be looked for, at most 255 octets of ASCII.
public struct MailboxName: Equatable, Sendable {
    let text: InlineText

    /// Nil without exactly one `@` that has something before it and a DNS name behind it.
    public init?(_ mailbox: Span<UInt8>) {
        guard let text = InlineText(mailbox), Mailbox(mailbox) != nil else { return nil }
        self.text = text
    }
}

/// A URI to be looked for, at most 255 octets of ASCII.
public struct ResourceName: Equatable, Sendable {
    let text: InlineText

    /// Nil when it is empty, too long, or has octets that URIs don't have.
    public init?(_ uri: Span<UInt8>) {
        guard uri.count > 0, let text = InlineText(uri) else { return nil }
        for index in 0..<uri.count where uri[index] <= 0x20 || uri[index] >= 0x7f { return nil }
        self.text = text
    }
}

/// The two halves of a mailbox.
struct Mailbox: ~Escapable {
    let local: Span<UInt8>
    let host: Span<UInt8>

    @_lifetime(copy text)
    init?(_ text: Span<UInt8>) {
        var at = text.count - 1
        while at >= 0, text[at] != 0x40 { at -= 1 }
        guard at > 0, at + 1 < text.count else { return nil }
        for index in 0..<at where text[index] == 0x40 || text[index] <= 0x20 { return nil }
        let host = text.extracting(at + 1..<text.count)
        guard DNSLabels.areValid(host) else { return nil }
        self.local = text.extracting(0..<at)
        self.host = host
    }

    /// RFC 5280 §7.5: the local part as it is, the host without regard to case.
    func matches(_ other: Mailbox) -> Bool {
        local.isEqual(to: other.local) && host.isEqualIgnoringCase(to: other.host)
    }
}
