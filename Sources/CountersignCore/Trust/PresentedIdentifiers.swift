/// The identities that a certificate presents (RFC 9525 §2), and how they are matched (§6).
public struct PresentedIdentifiers: ~Escapable {
    private let certificate: Certificate

    @_lifetime(copy certificate)
    public init(_ certificate: Certificate) {
        self.certificate = certificate
    }

    /// Whether one of them matches the reference identifier. The common name is looked at only when asked for, and
    /// only if there is no name of a kind that RFC 9525 knows. Linear in the number of names.
    public func match(_ reference: ReferenceIdentifier, allowsCommonName: Bool = false) -> Bool {
        var names = certificate.subjectAlternativeNames
        var isNamed = false
        while let name = names.next() {
            let presented = certificate.bytes(name.contents)
            switch name.kind {
            case .dnsName, .ipAddress, .uniformResourceIdentifier: isNamed = true
            default: break
            }
            if PresentedIdentifiers.match(presented, name.kind, reference) { return true }
        }
        guard allowsCommonName, !isNamed else { return false }
        return commonNameMatches(reference)
    }

    /// One presented name against the reference, which must be of the same kind (RFC 9525 §6.2).
    package static func match(_ presented: Span<UInt8>, _ kind: GeneralName.Kind, _ reference: ReferenceIdentifier)
        -> Bool
    {
        switch (kind, reference) {
        case (.dnsName, .dnsID(let name)): matches(presented, name)
        // RFC 9525 §6.5: octet by octet, address family included.
        case (.ipAddress, .ipID(let address)): presented.isEqual(to: address.bytes)
        case (.rfc822Name, .emailID(let mailbox)): mailboxMatches(presented, mailbox)
        case (.uniformResourceIdentifier, .uriID(let uri)): presented.isEqual(to: uri.text.bytes)
        default: false
        }
    }

    /// RFC 9525 §6.3: label by label without regard to case; the left-most label may be a wildcard as a whole and then
    /// stands for exactly one label. A wildcard needs two more labels, so that `*.com` matches nothing.
    private static func matches(_ presented: Span<UInt8>, _ name: DNSName) -> Bool {
        let wanted = name.bytes
        guard presented.count > 2, presented[0] == 0x2a, presented[1] == 0x2e else {
            return DNSLabels.areValid(presented) && presented.isEqualIgnoringCase(to: wanted)
        }
        let base = presented.extracting(2..<presented.count)
        guard DNSLabels.areValid(base) else { return false }
        var hasDot = false
        for index in 0..<base.count where base[index] == 0x2e { hasDot = true }
        guard hasDot else { return false }
        var dot = 0
        while dot < wanted.count, wanted[dot] != 0x2e { dot += 1 }
        guard dot > 0, dot < wanted.count else { return false }
        return base.isEqualIgnoringCase(to: wanted.extracting(dot + 1..<wanted.count))
    }

    private static func mailboxMatches(_ presented: Span<UInt8>, _ reference: MailboxName) -> Bool {
        guard let own = Mailbox(presented), let wanted = Mailbox(reference.text.bytes) else { return false }
        return own.matches(wanted)
    }

    /// The last common name, as the most specific one.
    private func commonNameMatches(_ reference: ReferenceIdentifier) -> Bool {
        var attributes = certificate.subject.attributes
        var found: ByteRange?
        while let attribute = attributes.next() {
            if attribute.type == .commonName { found = attribute.value }
        }
        guard let found else { return false }
        let text = certificate.bytes(found)
        switch reference {
        case .dnsID: return PresentedIdentifiers.match(text, .dnsName, reference)
        case .ipID(let address): return IPAddress(text) == address
        case .emailID, .uriID: return false
        }
    }
}
