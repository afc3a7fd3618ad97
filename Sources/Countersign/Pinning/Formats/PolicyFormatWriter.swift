/// Writes policies in the formats of others.
struct PolicyFormatWriter {
    let policy: Policy
    var text = ""
    private(set) var findings: [PolicyFinding] = []

    init(_ policy: Policy) {
        self.policy = policy
    }

    mutating func lose(_ subject: String, _ detail: String) {
        findings.append(PolicyFinding(.warning, .notCarriedOver, subject, detail))
    }

    mutating func line(_ line: String) {
        text += line + "\n"
    }

    /// What only this library's and Android's format can say.
    mutating func loseAnchors() {
        if policy.anchors != nil { lose("anchors", "the format has no anchors") }
        for host in policy.hosts where host.anchors != nil { lose(host.pattern, "the format has no anchors") }
    }

    /// What only this library's and Apple's format can say.
    mutating func loseVersions() {
        if policy.minimumVersion > .tls12 { lose("minimumTLSVersion", "the format has no versions") }
        if !policy.requiresForwardSecrecy { lose("requiresForwardSecrecy", "the format has none") }
        for host in policy.hosts where host.minimumVersion != nil || host.requiresForwardSecrecy != nil {
            lose(host.pattern, "the format has no versions and no forward secrecy for single hosts")
        }
    }

    /// What pins lose in a format that has one set of SHA-256 pins of keys; nil when nothing is left.
    mutating func plainPins(_ domain: PinnedDomain) -> [Pin]? {
        guard domain.leafPins.isEmpty, domain.authorityPins.isEmpty else {
            lose(domain.pattern, "the format can't tell the server's pins from those of its issuers")
            return nil
        }
        let pins = domain.pins.filter { $0.kind == .publicKey }
        guard pins.count == domain.pins.count else {
            lose(domain.pattern, "the format has no pins but those of keys by SHA-256")
            return nil
        }
        return pins
    }

    mutating func hasNoWildcard(_ domain: PinnedDomain) -> Bool {
        guard domain.pattern.utf8.first == UInt8(ascii: "*") else { return true }
        lose(domain.pattern, "the format has no wildcards")
        return false
    }

    // MARK: lists

    mutating func writeOkHTTP() {
        loseAnchors()
        loseVersions()
        var parents: [[UInt8]] = []
        for domain in policy.pinnedDomains {
            guard let pins = listed(domain) else { continue }
            let texts = pins.map { $0.text }.joined(separator: " ")
            // Only a name has subdomains that a wildcard doesn't already say.
            let pattern = try? HostPattern(domain.pattern)
            let isWide = domain.includesSubdomains && pattern?.reach == .exact && pattern?.isAddress == false
            // `**.` names the host itself too.
            line((isWide ? "**." : "") + domain.pattern + " " + texts)
            if isWide, let pattern { parents.append(pattern.name) }
        }
        losePooling(with: SortedNames(parents))
    }

    /// Here a domain of its own goes before one that includes it; OkHttp puts their pins together.
    private mutating func losePooling(with parents: SortedNames) {
        for domain in policy.pinnedDomains where !domain.isExcluded {
            guard let pattern = try? HostPattern(domain.pattern), !pattern.isAddress else { continue }
            let above = pattern.reach == .exact ? pattern.name.drop { $0 != 0x2e }.dropFirst() : pattern.name[...]
            guard parents.containsSuffix(of: Array(above)) else { continue }
            lose(domain.pattern, "OkHttp accepts the pins of the domain above for it too")
        }
    }

    mutating func writeCurl() {
        loseAnchors()
        loseVersions()
        for domain in policy.pinnedDomains {
            guard hasNoWildcard(domain), let pins = listed(domain) else { continue }
            if domain.includesSubdomains { lose(domain.pattern, "curl's pins are given with each host") }
            line("# " + domain.pattern + ", where one of these is the server's own")
            line("pinnedpubkey = \"" + pins.map { $0.curlText }.joined(separator: ";") + "\"")
        }
    }

    /// A domain's pins for lists that always enforce and never end.
    private mutating func listed(_ domain: PinnedDomain) -> [Pin]? {
        if domain.isExcluded {
            lose(domain.pattern, "the format has no exclusions")
            return nil
        }
        if domain.enforcement == .reportOnly {
            lose(domain.pattern, "the format always enforces")
            return nil
        }
        if domain.expiration != nil { lose(domain.pattern, "the format's pins don't expire") }
        return plainPins(domain)
    }
}
