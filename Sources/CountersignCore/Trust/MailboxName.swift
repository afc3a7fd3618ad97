/// A mailbox `local@host` to be looked for, at most 255 octets of ASCII.
public struct MailboxName: Equatable, Sendable {
    let text: InlineText

    /// Nil without exactly one `@` that has something before it and a DNS name behind it.
    public init?(_ mailbox: Span<UInt8>) {
        guard let text = InlineText(mailbox), Mailbox(mailbox) != nil else { return nil }
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
