/// What can be known about a policy before anything connects under it.
public struct PolicyLint: Sendable {
    /// Pins that end within so many seconds are told of: 30 days.
    public static let soon: Int64 = 30 * 86_400

    public let date: UnixTime
    public let suffixes: PublicSuffixes
    /// Certificates that the servers have or will have, and their issuers': without any, nothing is said of which keys the
    /// pins are.
    public private(set) var certificates: [PinSubject] = []
    private var findings: [PolicyFinding] = []

    /// `date` is when the policy is to be used.
    public init(at date: UnixTime, suffixes: PublicSuffixes, certificates: [PinSubject] = []) {
        self.date = date
        self.suffixes = suffixes
        self.certificates = certificates
    }

    /// Everything that is worth knowing, in the policy's order, apart from errors of reading, which `PolicyConversion`
    /// has. Linear in the policy times the certificates.
    public func findings(of policy: Policy) -> [PolicyFinding] {
        var lint = self
        if let anchors = policy.anchors { lint.check(anchors, "anchors", policy) }
        for host in policy.hosts {
            if let anchors = host.anchors { lint.check(anchors, host.pattern, policy) }
            lint.checkSubdomains(host.pattern, host.includesSubdomains)
        }
        let domains = try? policy.makePinnedDomains()
        for domain in policy.pinnedDomains {
            lint.check(domain)
            if let domains, !domain.isExcluded { lint.checkReach(domain, domains) }
        }
        return lint.findings
    }

    private mutating func add(
        _ severity: PolicyFinding.Severity, _ rule: PolicyRule, _ subject: String, _ detail: String
    ) {
        findings.append(PolicyFinding(severity, rule, subject, detail))
    }

    private mutating func check(_ anchors: PolicyAnchors, _ subject: String, _ policy: Policy) {
        guard !anchors.isEmpty else { return }
        do throws(PolicyError) {
            _ = try anchors.resolved(in: policy.directory)
        } catch {
            add(.error, error.rule, error.finding.subject, error.finding.detail)
        }
    }

    private mutating func check(_ domain: PinnedDomain) {
        checkSubdomains(domain.pattern, domain.includesSubdomains)
        if domain.isExcluded { return }
        if let expiration = domain.expiration {
            if expiration <= date {
                add(.warning, .expired, domain.pattern, "the pins have not bound anybody since " + expiration.text)
            } else if expiration.seconds - date.seconds < PolicyLint.soon {
                add(.warning, .expiresSoon, domain.pattern, "the pins bind until " + expiration.text)
            }
        }
        if domain.enforcement == .reportOnly {
            add(.notice, .reportOnly, domain.pattern, "a server with other keys is only reported")
        }
        let sets: [(name: StaticString, pins: [Pin])] = [
            ("pins", domain.pins), ("leafPins", domain.leafPins), ("authorityPins", domain.authorityPins),
        ]
        for set in sets {
            checkPins(set.pins, domain)
            checkKeys(set.pins, domain)
        }
    }

    private mutating func checkPins(_ pins: [Pin], _ domain: PinnedDomain) {
        var hasDuplicate = false
        for (pin, isRepeated) in zip(pins, Pin.repetitions(in: pins)) {
            if isRepeated {
                hasDuplicate = true
                add(.warning, .duplicatePin, domain.pattern, pin.text + " stands there twice, and counts once")
            }
            if pin.kind == .legacyPublicKey {
                add(.warning, .legacyPin, domain.pattern, pin.text + " is a SHA-1; pin the SHA-256 of the same key")
            }
        }
        let isSingle = !pins.isEmpty && !pins.contains { $0 != pins[0] }
        if isSingle, domain.allowsMissingBackupPin || domain.enforcement == .reportOnly {
            let why = hasDuplicate ? "only one pin, twice" : "only one pin"
            add(.warning, .singlePin, domain.pattern, why + ": when its key is lost, nobody gets in; add a backup")
        }
    }

    /// Whose keys the pins are, as far as the given certificates tell.
    private mutating func checkKeys(_ pins: [Pin], _ domain: PinnedDomain) {
        guard !certificates.isEmpty, !pins.isEmpty else { return }
        var known: [PinSubject] = []
        var unknown: [Pin] = []
        for pin in pins {
            if let owner = certificates.first(where: { $0.has(pin) }) {
                known.append(owner)
            } else {
                unknown.append(pin)
            }
        }
        for pin in unknown {
            let isBackup = !known.isEmpty
            add(
                isBackup ? .notice : .warning, .unknownPin, domain.pattern,
                pin.text + " is no given certificate's" + (isBackup ? "; a backup's, it is to be hoped" : ""))
        }
        if !known.isEmpty, known.allSatisfy({ $0.isRoot }) {
            add(
                .warning, .rootOnly, domain.pattern,
                "all known pins are roots': every server with a certificate from there passes; pin the server or its issuer"
            )
        }
    }

    // MARK: patterns

    private mutating func checkSubdomains(_ text: String, _ includesSubdomains: Bool) {
        guard let pattern = try? HostPattern(text) else { return }
        if includesSubdomains, pattern.isAddress || pattern.reach != .exact {
            let what = pattern.isAddress ? "an address has no subdomains" : "a wildcard already says how far it reaches"
            add(.warning, .pointlessSubdomains, text, what)
            return
        }
        guard includesSubdomains || pattern.reach != .exact, suffixes.contains(pattern.name) else { return }
        add(
            .warning, .publicSuffix, text,
            "a public suffix (" + (suffixes.path ?? "built-in rule: one label") + "): everybody's hosts are below it")
    }

    /// Asks the index for hosts that the domain names: if none of them is pinned, it holds for nobody.
    private mutating func checkReach(_ domain: PinnedDomain, _ domains: PinnedDomains) {
        guard let pattern = try? HostPattern(domain.pattern), !pattern.isAddress else { return }
        let name = String(decoding: pattern.name, as: UTF8.self)
        var samples = pattern.reach == .oneLabel ? [] : [name]
        // A label that nobody declares.
        let below = "x--countersign-lint--x." + name
        if pattern.reach != .exact || domain.includesSubdomains { samples.append(below) }
        if pattern.reach == .oneLabel || pattern.reach == .anyDepth { samples.append("a." + name) }
        let isReached = samples.contains { sample in
            guard let host = ReferenceIdentifier(host: Array(sample.utf8).span) else { return false }
            return domains.view.hasPins(for: host)
        }
        if !isReached {
            add(.warning, .unreachable, domain.pattern, "no host is ever held by it: exclusions stand before it")
        }
    }
}
