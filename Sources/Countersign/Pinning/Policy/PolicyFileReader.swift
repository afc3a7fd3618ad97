/// Reads this library's own format: what `PolicyFileWriter` writes.
enum PolicyFileReader {
    /// The version of the format.
    static let version: StaticString = "1"
    /// How a pin of a whole certificate begins.
    static let certificatePrefix: StaticString = "certificate/"

    static func policy(_ root: DocumentNode, _ log: inout PolicyLog) -> Policy {
        var policy = Policy()
        guard let members = root.members else {
            log.add(.error, .malformed, "", "a policy is an object, not " + root.kind, root.offset)
            return policy
        }
        var hasVersion = false
        for member in members {
            if member.isCalled("countersignPolicy") {
                hasVersion = true
                if case .number(let number) = member.value.content, number.span.isEqual(to: version) { continue }
                log.add(.error, .unsupportedVersion, member.name, "only version 1 is known here", member.value.offset)
            } else if member.isCalled("anchors") {
                policy.anchors = anchors(member, &log)
            } else if member.isCalled("minimumTLSVersion") {
                policy.minimumVersion = protocolVersion(member, &log) ?? policy.minimumVersion
            } else if member.isCalled("requiresForwardSecrecy") {
                policy.requiresForwardSecrecy = log.bool(member) ?? true
            } else if member.isCalled("pinnedDomains") {
                for element in log.elements(member) {
                    if let domain = domain(element, &log) { policy.pinnedDomains.append(domain) }
                }
            } else if member.isCalled("hosts") {
                for element in log.elements(member) {
                    if let host = host(element, &log) { policy.hosts.append(host) }
                }
                checkDuplicates(policy.hosts, &log)
            } else {
                log.unknownKey(member, in: "a policy")
            }
        }
        if !hasVersion {
            log.add(.error, .missingKey, "countersignPolicy", "the format's version: 1", root.offset)
        }
        return policy
    }

    private static func checkDuplicates(_ hosts: [PolicyHost], _ log: inout PolicyLog) {
        let firsts = HostPattern.firsts(hosts.map { $0.pattern })
        for (index, first) in firsts.enumerated() where first != index {
            log.add(.error, .duplicatePattern, hosts[index].pattern, "declared twice in hosts", nil)
        }
    }

    // MARK: parts

    private static func anchors(_ member: DocumentMember, _ log: inout PolicyLog) -> PolicyAnchors {
        var anchors = PolicyAnchors(includesSystem: false)
        for member in log.members(member) {
            if member.isCalled("system") {
                anchors.includesSystem = log.bool(member) ?? false
            } else if member.isCalled("files") {
                anchors.files = log.texts(member).map { $0.text }
            } else if member.isCalled("certificates") {
                for (text, offset) in log.texts(member) {
                    do throws(ImportError) {
                        anchors.certificates += try importCertificates(Array(text.utf8))
                    } catch {
                        log.add(.error, .unreadableAnchor, member.name, error.description, offset)
                    }
                }
            } else {
                log.unknownKey(member, in: "anchors")
            }
        }
        return anchors
    }

    /// TLS 1.0 and 1.1 have names, so that they can be refused by them.
    static func protocolVersion(
        _ member: DocumentMember, refusing severity: PolicyFinding.Severity = .error, _ log: inout PolicyLog
    ) -> ProtocolVersion? {
        guard let text = log.text(member) else { return nil }
        let name = Array(text.utf8)
        if name.span.isEqual(to: "1.2") { return .tls12 }
        if name.span.isEqual(to: "1.3") { return .tls13 }
        if name.span.isEqual(to: "1.0") || name.span.isEqual(to: "1.1") {
            log.add(
                severity, .insecure, "TLS " + text, "broken versions of TLS are never spoken here",
                member.value.offset)
        } else {
            log.add(.error, .invalidValue, text, "no version of TLS; write \"1.2\" or \"1.3\"", member.value.offset)
        }
        return nil
    }

    private static func domain(_ node: DocumentNode, _ log: inout PolicyLog) -> PinnedDomain? {
        guard let pattern = pattern(of: node, &log) else { return nil }
        var isExcluded = false
        if case .bool(true)? = node.value("excluded")?.content { isExcluded = true }
        var domain = isExcluded ? PinnedDomain.excluding(pattern) : PinnedDomain(pattern)
        for member in node.members ?? [] {
            if member.isCalled("pins") {
                domain.pins = pins(member, &log)
            } else if member.isCalled("leafPins") {
                domain.leafPins = pins(member, &log)
            } else if member.isCalled("authorityPins") {
                domain.authorityPins = pins(member, &log)
            } else if member.isCalled("includesSubdomains") {
                domain.includesSubdomains = log.bool(member) ?? false
            } else if member.isCalled("excluded") {
                _ = log.bool(member)
            } else if member.isCalled("expiration") {
                domain.expiration = log.date(member)
            } else if member.isCalled("reportOnly") {
                domain.enforcement = log.bool(member) ?? false ? .reportOnly : .enforced
            } else if member.isCalled("allowsMissingBackupPin") {
                domain.allowsMissingBackupPin = log.bool(member) ?? false
            } else if !member.isCalled("pattern") {
                log.unknownKey(member, in: "a pinned domain")
            }
        }
        return domain
    }

    private static func host(_ node: DocumentNode, _ log: inout PolicyLog) -> PolicyHost? {
        guard let pattern = pattern(of: node, &log) else { return nil }
        var host = PolicyHost(pattern)
        for member in node.members ?? [] {
            if member.isCalled("includesSubdomains") {
                host.includesSubdomains = log.bool(member) ?? false
            } else if member.isCalled("minimumTLSVersion") {
                host.minimumVersion = protocolVersion(member, &log)
            } else if member.isCalled("requiresForwardSecrecy") {
                host.requiresForwardSecrecy = log.bool(member)
            } else if member.isCalled("anchors") {
                host.anchors = anchors(member, &log)
            } else if !member.isCalled("pattern") {
                log.unknownKey(member, in: "a host")
            }
        }
        return host
    }

    private static func pattern(of node: DocumentNode, _ log: inout PolicyLog) -> String? {
        guard let members = node.members else {
            log.add(.error, .invalidValue, "", "an object is wanted, not " + node.kind, node.offset)
            return nil
        }
        guard let member = members.first(where: { $0.isCalled("pattern") }) else {
            log.add(.error, .missingKey, "pattern", "which hosts is meant", node.offset)
            return nil
        }
        guard let text = log.text(member), log.isPattern(text, at: member.value.offset) else { return nil }
        return text
    }

    private static func pins(_ member: DocumentMember, _ log: inout PolicyLog) -> [Pin] {
        var pins: [Pin] = []
        for (text, offset) in log.texts(member) {
            let isCertificate = Array(text.utf8).span.has(certificatePrefix, at: 0)
            let body =
                isCertificate
                ? String(decoding: Array(text.utf8).dropFirst(certificatePrefix.utf8CodeUnitCount), as: UTF8.self)
                : text
            let kind = isCertificate ? Pin.Kind.certificate : .publicKey
            // A file that says sha1/ says it on purpose; lint tells of it.
            if let pin = log.pin(body, kind, at: offset, allowingLegacySHA1: true) { pins.append(pin) }
        }
        return pins
    }
}
