/// What a program expects of the servers that it connects to, as a file can say it: anchors, pins, the oldest TLS, and
/// exceptions for some hosts.
///
/// `PolicyFile` in the documentation has the format. Files of TrustKit, Apple's App Transport Security, Android and OkHttp are
/// read by `PolicyConversion`. Counterpart: TrustKit's configuration, NSAppTransportSecurity, Android's network security
/// configuration.
public struct Policy: Sendable {
    /// Nil are the system's.
    public var anchors: PolicyAnchors?
    public var minimumVersion = ProtocolVersion.tls12
    public var requiresForwardSecrecy = true
    public var pinnedDomains: [PinnedDomain] = []
    public var hosts: [PolicyHost] = []
    /// Where relative paths of anchors begin; empty is the current directory.
    public var directory = ""

    public init() {}

    /// Reads a policy file of this library's own format.
    ///
    /// Throws a `PolicyError` that tells line and column, also for a key that isn't known, an anchor file that can't be
    /// read, and pins that `PinnedDomains` refuses.
    public init(contentsOfFile path: String) throws(PolicyError) {
        try self.init(json: try PolicyConversion.bytes(of: path), directory: PolicyConversion.directory(of: path))
    }

    /// The same from memory.
    public init(json: [UInt8], directory: String = "") throws(PolicyError) {
        let read = try PolicyConversion(json, format: .countersign, directory: directory)
        if let error = read.findings.first(where: { $0.severity == .error }) { throw PolicyError(error) }
        self = read.policy
    }

    /// The pins, checked and ready to be looked up; nil without any. Make them once and share them.
    /// Throws what `PinnedDomains` refuses.
    public func makePinnedDomains() throws(PolicyError) -> PinnedDomains? {
        guard !pinnedDomains.isEmpty else { return nil }
        do throws(PinningError) {
            return try PinnedDomains(pinnedDomains)
        } catch {
            throw PolicyError(PolicyRule(error.code), error.subject, error.detail)
        }
    }

    /// Makes a configuration one for a host under this policy: its anchors, pins, oldest version and forward secrecy, and
    /// nothing else. A newer oldest version stays; without anchors and pins in the policy the configuration's stay. Reads
    /// the anchors' files. Throws `.unreadableAnchor`, `.noAnchors`, and what `PinnedDomains` refuses.
    public func apply(to configuration: inout Configuration, host: String) throws(PolicyError) {
        let exception = try exception(for: host)
        if let anchors = exception?.anchors ?? anchors {
            configuration.anchors = try anchors.resolved(in: directory)
        }
        configuration.minimumVersion = max(
            configuration.minimumVersion, exception?.minimumVersion ?? minimumVersion)
        configuration.requiresForwardSecrecy = exception?.requiresForwardSecrecy ?? requiresForwardSecrecy
        if let pins = try makePinnedDomains() { configuration.pinnedDomains = pins }
    }

    /// The exception that holds for a host: the one that names it, else the longest that includes it.
    func exception(for host: String) throws(PolicyError) -> PolicyHost? {
        guard !hosts.isEmpty else { return nil }
        let name = try Policy.pattern(host)
        var best: (host: PolicyHost, weight: Int)?
        for candidate in hosts {
            let pattern = try Policy.pattern(candidate.pattern)
            guard let weight = pattern.weight(for: name, withSubdomains: candidate.includesSubdomains) else { continue }
            if weight > best?.weight ?? -1 { best = (candidate, weight) }
        }
        return best?.host
    }

    static func pattern(_ text: String) throws(PolicyError) -> HostPattern {
        do throws(PinningError) {
            return try HostPattern(text)
        } catch {
            throw PolicyError(PolicyRule(error.code), error.subject, error.detail)
        }
    }
}

extension PolicyRule {
    init(_ code: PinningError.Code) {
        self =
            switch code {
            case .invalidPattern: .invalidPattern
            case .duplicatePattern: .duplicatePattern
            case .noPins: .noPins
            case .backupPinMissing: .singlePin
            case .pointlessExclusion: .pointlessExclusion
            case .legacyDigest: .legacyPin
            default: .invalidPin
            }
    }
}

extension HostPattern {
    /// How specifically this names a host; nil when it doesn't.
    func weight(for host: HostPattern, withSubdomains: Bool) -> Int? {
        guard host.reach == .exact else { return nil }
        if host.name == name, host.isAddress == isAddress {
            return reach == .exact ? 4_000 : reach == .anyDepth ? 1_000 + name.count : nil
        }
        guard includes(host, withSubdomains: withSubdomains) else { return nil }
        let isOneLabel = !host.name.prefix(host.name.count - name.count - 1).contains(0x2e)
        switch reach {
        case .exact: return name.count
        case .anyDepth: return 1_000 + name.count
        case .oneLabel: return isOneLabel ? 3_000 : nil
        }
    }
}
