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
