/// How a presented name relates to a constraint of the same kind (RFC 5280 §4.2.1.10).
enum ConstrainedName {
    enum Relation {
        /// All that the name stands for is in the subtree.
        case within
        /// A wildcard of which some is in the subtree.
        case overlapping
        case outside
        /// The name or the constraint has no meaning, so nothing can be said.
        case incomparable
    }

    static func relation(of name: Span<UInt8>, _ kind: GeneralName.Kind, to constraint: Span<UInt8>) -> Relation {
        switch kind {
        case .dnsName: dns(name, constraint)
        case .ipAddress: address(name, constraint)
        case .rfc822Name: mailbox(name, constraint)
        case .uniformResourceIdentifier: uri(name, constraint)
        case .otherName, .x400Address, .directoryName, .ediPartyName, .registeredID: .incomparable
        }
    }

    /// A host is in the subtree of `example.com` if it is that name or ends in `.example.com`. A leading dot, which
    /// RFC 5280 gives only to URIs but CAs use here too, demands at least one label more (as in OpenSSL, NSS and Go).
    private static func dns(_ name: Span<UInt8>, _ constraint: Span<UInt8>) -> Relation {
        if constraint.isEmpty { return isPresentable(name) ? .within : .incomparable }
        let needsMore = constraint[0] == 0x2e
        let base = needsMore ? constraint.extracting(1..<constraint.count) : constraint
        guard DNSLabels.areValid(base), isPresentable(name) else { return .incomparable }
        guard name[0] == 0x2a else { return isHost(name, below: base, strictly: needsMore) ? .within : .outside }
        // `*.x` stands for every name with one label before x.
        let parent = name.extracting(2..<name.count)
        if isHost(parent, below: base, strictly: false) { return .within }
        var dot = 0
        while dot < base.count, base[dot] != 0x2e { dot += 1 }
        guard !needsMore, dot < base.count else { return .outside }
        return base.extracting(dot + 1..<base.count).isEqualIgnoringCase(to: parent) ? .overlapping : .outside
    }

    /// A DNS name as a certificate may present it, a wildcard in front included.
    private static func isPresentable(_ name: Span<UInt8>) -> Bool {
        if name.count > 2, name[0] == 0x2a, name[1] == 0x2e {
            return DNSLabels.areValid(name.extracting(2..<name.count))
        }
        return DNSLabels.areValid(name)
    }

    private static func isHost(_ host: Span<UInt8>, below base: Span<UInt8>, strictly: Bool) -> Bool {
        if host.count == base.count { return !strictly && host.isEqualIgnoringCase(to: base) }
        guard host.count > base.count, host[host.count - base.count - 1] == 0x2e else { return false }
        return host.extracting(host.count - base.count..<host.count).isEqualIgnoringCase(to: base)
    }

    /// Address and mask, in the style of RFC 4632. Of the other family: outside.
    private static func address(_ name: Span<UInt8>, _ constraint: Span<UInt8>) -> Relation {
        guard constraint.count == 2 * name.count else { return .outside }
        for index in 0..<name.count {
            let mask = constraint[name.count + index]
            guard name[index] & mask == constraint[index] & mask else { return .outside }
        }
        return .within
    }

    /// A particular mailbox, all mailboxes on a host, or with a leading dot all mailboxes on hosts in a domain.
    private static func mailbox(_ name: Span<UInt8>, _ constraint: Span<UInt8>) -> Relation {
        guard let mailbox = Mailbox(name) else { return .incomparable }
        if constraint.isEmpty { return .within }
        for index in 0..<constraint.count where constraint[index] == 0x40 {
            guard let wanted = Mailbox(constraint) else { return .incomparable }
            return mailbox.matches(wanted) ? .within : .outside
        }
        return host(mailbox.host, constraint)
    }

    /// The host part of a URI; one without a host name can't be constrained and is refused.
    private static func uri(_ name: Span<UInt8>, _ constraint: Span<UInt8>) -> Relation {
        guard let authority = ResourceHost(name) else { return .incomparable }
        return host(authority.host, constraint)
    }

    /// A host by itself, or with a leading dot all hosts below.
    private static func host(_ host: Span<UInt8>, _ constraint: Span<UInt8>) -> Relation {
        if constraint.isEmpty { return .within }
        guard constraint[0] == 0x2e else {
            guard DNSLabels.areValid(constraint) else { return .incomparable }
            return host.isEqualIgnoringCase(to: constraint) ? .within : .outside
        }
        let base = constraint.extracting(1..<constraint.count)
        guard DNSLabels.areValid(base) else { return .incomparable }
        return isHost(host, below: base, strictly: true) ? .within : .outside
    }
}

/// The host in a URI (RFC 3986 §3.2.2), if it has one and it is a name.
struct ResourceHost: ~Escapable {
    let host: Span<UInt8>

    @_lifetime(copy uri)
    init?(_ uri: Span<UInt8>) {
        var start = 0
        while start < uri.count, uri[start] != 0x3a { start += 1 }
        guard start > 0, start + 2 < uri.count, uri[start + 1] == 0x2f, uri[start + 2] == 0x2f else { return nil }
        start += 3
        var end = start
        while end < uri.count, uri[end] != 0x2f, uri[end] != 0x3f, uri[end] != 0x23 { end += 1 }
        for index in start..<end where uri[index] == 0x40 { start = index + 1 }
        var port = start
        while port < end, uri[port] != 0x3a { port += 1 }
        let host = uri.extracting(start..<port)
        guard DNSLabels.areValid(host), !DNSLabels.endsWithNumber(host) else { return nil }
        self.host = host
    }
}
