/// Apple's App Transport Security: NSPinnedDomains and NSExceptionDomains.
///
/// What it permits and this library refuses is a warning: the policy that is left is the stricter one.
enum TransportSecurityReader {
    /// NSAppTransportSecurity of an Info.plist, or a dictionary of its own keys.
    static func settings(in list: DocumentNode) -> DocumentNode? {
        if let inside = list.value("NSAppTransportSecurity") { return inside }
        return list.value("NSPinnedDomains") == nil && list.value("NSExceptionDomains") == nil ? nil : list
    }

    static func policy(_ list: DocumentNode, _ log: inout PolicyLog) -> Policy {
        var policy = Policy()
        guard let settings = settings(in: list), let members = settings.members else {
            log.add(.error, .missingKey, "NSAppTransportSecurity", "no settings of transport security", list.offset)
            return policy
        }
        for member in members {
            if member.isCalled("NSPinnedDomains") {
                for entry in log.members(member) {
                    if let domain = domain(entry, &log) { policy.pinnedDomains.append(domain) }
                }
            } else if member.isCalled("NSExceptionDomains") {
                for entry in log.members(member) {
                    if let host = host(entry, &log) { policy.hosts.append(host) }
                }
            } else if member.key.span.has("NSAllows", at: 0) {
                if log.bool(member) == true {
                    log.add(
                        .warning, .insecure, member.name, "plain HTTP and unevaluated servers are refused here",
                        member.offset)
                }
            } else {
                log.add(.warning, .unknownKey, member.name, "no key of transport security", member.offset)
            }
        }
        return policy
    }

    private static func domain(_ entry: DocumentMember, _ log: inout PolicyLog) -> PinnedDomain? {
        guard log.isPattern(entry.name, at: entry.offset) else { return nil }
        var domain = PinnedDomain(entry.name)
        for member in log.members(entry) {
            if member.isCalled("NSIncludesSubdomains") {
                domain.includesSubdomains = log.bool(member) ?? false
            } else if member.isCalled("NSPinnedLeafIdentities") {
                domain.leafPins = identities(member, &log)
            } else if member.isCalled("NSPinnedCAIdentities") {
                domain.authorityPins = identities(member, &log)
            } else {
                log.add(.warning, .unknownKey, member.name, "no key of a pinned domain", member.offset)
            }
        }
        if domain.permitMissingBackup() {
            log.add(.warning, .singlePin, entry.name, "only one pin, which Apple permits: add a backup", entry.offset)
        }
        return domain
    }

    private static func identities(_ member: DocumentMember, _ log: inout PolicyLog) -> [Pin] {
        var pins: [Pin] = []
        for element in log.elements(member) {
            guard let members = element.members else {
                log.add(.error, .invalidValue, member.name, "objects are wanted, not " + element.kind, element.offset)
                continue
            }
            for member in members {
                guard member.isCalled("SPKI-SHA256-BASE64") else {
                    log.add(.error, .unknownKey, member.name, "no digest that NSPinnedDomains has", member.offset)
                    continue
                }
                if let text = log.text(member), let pin = log.pin(text, at: member.value.offset) { pins.append(pin) }
            }
        }
        return pins
    }

    private static func host(_ entry: DocumentMember, _ log: inout PolicyLog) -> PolicyHost? {
        guard log.isPattern(entry.name, at: entry.offset) else { return nil }
        var host = PolicyHost(entry.name)
        for member in log.members(entry) {
            var name = member.key
            // For servers of others there were names of their own.
            for prefix in ["NSThirdPartyException", "NSTemporaryException", "NSTemporaryThirdPartyException"]
                as [StaticString]
            where name.span.has(prefix, at: 0) {
                name = Array("NSException".utf8) + name.dropFirst(prefix.utf8CodeUnitCount)
            }
            if name.span.isEqual(to: "NSIncludesSubdomains") {
                host.includesSubdomains = log.bool(member) ?? false
            } else if name.span.isEqual(to: "NSExceptionMinimumTLSVersion") {
                host.minimumVersion = protocolVersion(member, &log)
            } else if name.span.isEqual(to: "NSExceptionRequiresForwardSecrecy") {
                host.requiresForwardSecrecy = log.bool(member)
            } else if name.span.isEqual(to: "NSExceptionAllowsInsecureHTTPLoads") {
                if log.bool(member) == true {
                    log.add(.warning, .insecure, entry.name, "plain HTTP is refused here", member.offset)
                }
            } else if name.span.isEqual(to: "NSRequiresCertificateTransparency") {
                if log.bool(member) == true {
                    log.add(
                        .warning, .notCarriedOver, entry.name, "logs of certificate transparency are not checked here",
                        member.offset)
                }
            } else {
                log.add(.warning, .unknownKey, member.name, "no key of an exception domain", member.offset)
            }
        }
        return host
    }

    private static func protocolVersion(_ member: DocumentMember, _ log: inout PolicyLog) -> ProtocolVersion? {
        guard let text = log.text(member) else { return nil }
        let name = Array(text.utf8)
        let prefix: StaticString = "TLSv"
        guard name.span.has(prefix, at: 0) else {
            log.add(.error, .invalidValue, text, "no version of TLS", member.value.offset)
            return nil
        }
        let number = DocumentNode(
            content: .string(Array(name.dropFirst(prefix.utf8CodeUnitCount))), offset: member.value.offset)
        return PolicyFileReader.protocolVersion(
            DocumentMember(key: member.key, offset: member.offset, value: number), refusing: .warning, &log)
    }
}

extension PinnedDomain {
    /// Permits a single pin where there is one, for formats that permit it; whether there is.
    mutating func permitMissingBackup() -> Bool {
        guard enforcement == .enforced, !isExcluded else { return false }
        let sets = [pins, leafPins, authorityPins].filter { !$0.isEmpty }
        let isMissing = sets.contains { set in !set.contains { $0 != set[0] } }
        if isMissing { allowsMissingBackupPin = true }
        return isMissing
    }
}
