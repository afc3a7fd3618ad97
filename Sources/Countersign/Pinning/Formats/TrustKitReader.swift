/// TrustKit's configuration in a property list.
///
/// Its configuration errors are errors here too, with two exceptions: IP addresses and names that no registry knows can be
/// pinned. A date that can't be read is an error, where TrustKit pins for ever.
enum TrustKitReader {
    /// The dictionary itself, or the one in an Info.plist.
    static func configuration(in list: DocumentNode) -> DocumentNode? {
        if let inside = value("TSKConfiguration", "kTSKConfiguration", in: list) { return inside }
        return value("TSKPinnedDomains", "kTSKPinnedDomains", in: list) == nil ? nil : list
    }

    /// The constants of TrustKit are called kTSK…, their values TSK…; people write both.
    private static func value(_ key: StaticString, _ other: StaticString, in node: DocumentNode) -> DocumentNode? {
        node.value(key) ?? node.value(other)
    }

    private static func named(_ member: DocumentMember, _ key: StaticString) -> Bool {
        member.isCalled(key)
            || member.key.first == UInt8(ascii: "k") && Array(member.key.dropFirst()).span.isEqual(to: key)
    }

    static func policy(_ list: DocumentNode, _ log: inout PolicyLog) -> Policy {
        var policy = Policy()
        guard let configuration = configuration(in: list), let members = configuration.members else {
            log.add(.error, .missingKey, "TSKPinnedDomains", "no TrustKit configuration", list.offset)
            return policy
        }
        var hasDomains = false
        for member in members {
            if named(member, "TSKPinnedDomains") {
                for domain in log.members(member) {
                    hasDomains = true
                    if let domain = self.domain(domain, &log) { policy.pinnedDomains.append(domain) }
                }
            } else if named(member, "TSKSwizzleNetworkDelegates") {
                if log.bool(member) == true {
                    log.add(
                        .notice, .notCarriedOver, member.name, "nothing is swizzled here: pins bind every connection",
                        member.offset)
                }
            } else if named(member, "TSKIgnorePinningForUserDefinedTrustAnchors") {
                if log.bool(member) == true {
                    log.add(
                        .warning, .notCarriedOver, member.name, "pins bind whichever anchor a path leads to",
                        member.offset)
                }
            } else {
                log.add(.warning, .unknownKey, member.name, "no key of TrustKit", member.offset)
            }
        }
        if !hasDomains {
            log.add(.error, .noPins, "TSKPinnedDomains", "no pinned domains", configuration.offset)
        }
        return policy
    }

    private static func domain(_ entry: DocumentMember, _ log: inout PolicyLog) -> PinnedDomain? {
        let pattern = entry.name
        guard log.isPattern(pattern, at: entry.offset) else { return nil }
        let members = log.members(entry)
        if let exclusion = members.first(where: { named($0, "TSKExcludeSubdomainFromParentPolicy") }),
            log.bool(exclusion) == true
        {
            for member in members where !named(member, "TSKExcludeSubdomainFromParentPolicy") {
                log.add(.error, .pointlessExclusion, pattern, "an exclusion has no " + member.name, member.offset)
            }
            return .excluding(pattern)
        }
        if pattern.utf8.first == UInt8(ascii: "*") {
            log.add(
                .error, .invalidPattern, pattern, "TrustKit has no wildcards: set TSKIncludeSubdomains", entry.offset)
        }
        var domain = PinnedDomain(pattern)
        var disablesDefaultReport = false
        for member in members {
            if named(member, "TSKPublicKeyHashes") {
                for (text, offset) in log.texts(member) {
                    if let pin = log.pin(text, at: offset) { domain.pins.append(pin) }
                }
            } else if named(member, "TSKIncludeSubdomains") {
                domain.includesSubdomains = log.bool(member) ?? false
            } else if named(member, "TSKEnforcePinning") {
                domain.enforcement = log.bool(member) ?? true ? .enforced : .reportOnly
            } else if named(member, "TSKExpirationDate") {
                domain.expiration = log.date(member)
            } else if named(member, "TSKReportUris") {
                note(member, log.texts(member), &log)
            } else if named(member, "TSKDisableDefaultReportUri") {
                disablesDefaultReport = log.bool(member) ?? false
            } else if named(member, "TSKPublicKeyAlgorithms") {
                log.add(.notice, .notCarriedOver, member.name, "keys of every algorithm have pins", member.offset)
            } else if !named(member, "TSKExcludeSubdomainFromParentPolicy") {
                log.add(.warning, .unknownKey, member.name, "no key of a domain of TrustKit", member.offset)
            }
        }
        if !disablesDefaultReport {
            log.add(
                .notice, .notCarriedOver, pattern, "TrustKit also reports to its makers' server; nothing does here",
                entry.offset)
        }
        return domain
    }

    private static func note(
        _ member: DocumentMember, _ addresses: [(text: String, offset: Int)], _ log: inout PolicyLog
    ) {
        for (address, offset) in addresses {
            let bytes = Array(address.utf8)
            if bytes.span.has("https://", at: 0) || bytes.span.has("http://", at: 0) {
                log.add(
                    .warning, .notCarriedOver, address, "reports are the program's own to send (PinReport)", offset)
            } else {
                log.add(.error, .invalidValue, address, "no URL to report to", offset)
            }
        }
    }
}
