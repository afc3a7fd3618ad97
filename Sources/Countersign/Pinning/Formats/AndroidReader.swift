/// Android's network_security_config.
///
/// A nested domain-config has what its parent has where it says nothing itself, as on Android.
struct AndroidReader {
    /// What a configuration says, and those inside it inherit.
    private struct Settings {
        var pins: [Pin] = []
        var expiration: UnixTime?
        var anchors: PolicyAnchors?
        /// There is a pin-set, though it may be empty.
        var hasPinSet = false
    }

    private var policy = Policy()
    /// Domains of configurations without pins: what a parent's pins don't bind on Android.
    private var unpinned: [PinnedDomain] = []

    static func policy(_ root: XMLElement, _ log: inout PolicyLog) -> Policy {
        var reader = AndroidReader()
        guard root.isCalled("network-security-config") else {
            log.add(.error, .malformed, "", "a network-security-config is wanted, not " + root.title, root.offset)
            return reader.policy
        }
        reader.checkSingle("base-config", in: root, &log)
        for child in root.children {
            if child.isCalled("base-config") {
                var settings = Settings()
                reader.read(child, into: &settings, isBase: true, &log)
                reader.policy.anchors = settings.anchors
            } else if child.isCalled("domain-config") {
                reader.readDomains(child, inheriting: Settings(), &log)
            } else if child.isCalled("debug-overrides") {
                log.add(
                    .warning, .notCarriedOver, child.title, "there are no builds that trust more than others",
                    child.offset)
            } else {
                log.add(.error, .unknownKey, child.title, "no element of a network-security-config", child.offset)
            }
        }
        reader.excludeUnpinned()
        reader.policy.pinnedDomains = PinnedDomain.united(reader.policy.pinnedDomains)
        return reader.policy
    }

    /// On Android the longest domain's configuration holds alone, and one without pins has none.
    private mutating func excludeUnpinned() {
        let parents = policy.pinnedDomains.filter { $0.includesSubdomains && !$0.isExcluded }
        let above = SortedNames(parents.map { AndroidReader.name(of: $0) })
        let pinned = SortedNames(policy.pinnedDomains.map { AndroidReader.name(of: $0) })
        for domain in unpinned {
            let name = AndroidReader.name(of: domain)
            if above.containsSuffix(of: name), !pinned.contains(name) { policy.pinnedDomains.append(domain) }
        }
    }

    private static func name(of domain: PinnedDomain) -> [UInt8] { domain.pattern.utf8.map { $0.lowercasedASCII } }

    private mutating func readDomains(_ element: XMLElement, inheriting parent: Settings, _ log: inout PolicyLog) {
        var settings = parent
        settings.hasPinSet = false
        read(element, into: &settings, isBase: false, &log)
        var count = 0
        for child in element.children where child.isCalled("domain") {
            count += 1
            add(child, settings, hadPins: !parent.pins.isEmpty, &log)
        }
        if count == 0 {
            log.add(.warning, .missingKey, element.title, "no domain: it holds for nothing", element.offset)
        }
        for child in element.children where child.isCalled("domain-config") {
            readDomains(child, inheriting: settings, &log)
        }
    }

    /// Everything of a configuration but its domains and the configurations inside.
    private mutating func read(
        _ element: XMLElement, into settings: inout Settings, isBase: Bool, _ log: inout PolicyLog
    ) {
        for attribute in element.attributes where !AndroidReader.isForeign(attribute.name) {
            guard attribute.name.span.isEqual(to: "cleartextTrafficPermitted") else {
                unknown(attribute, of: element, &log)
                continue
            }
            if log.bool(attribute) == true {
                log.add(
                    .warning, .insecure, "cleartextTrafficPermitted", "plain HTTP is refused here", attribute.offset)
            }
        }
        for name in ["pin-set", "trust-anchors"] as [StaticString] {
            checkSingle(name, in: element, &log)
        }
        for child in element.children {
            if child.isCalled("trust-anchors") {
                settings.anchors = anchors(child, &log)
            } else if child.isCalled("pin-set"), !isBase {
                readPins(child, into: &settings, &log)
            } else if child.isCalled("certificateTransparency") {
                log.add(
                    .warning, .notCarriedOver, child.title, "logs of certificate transparency are not checked here",
                    child.offset)
            } else if isBase || !child.isCalled("domain") && !child.isCalled("domain-config") {
                log.add(.error, .unknownKey, child.title, "no element of " + element.title, child.offset)
            }
        }
    }

    /// Android refuses a second one; here the first would be lost.
    private func checkSingle(_ name: StaticString, in element: XMLElement, _ log: inout PolicyLog) {
        for child in element.children.filter({ $0.isCalled(name) }).dropFirst() {
            log.add(.error, .duplicateKey, child.title, "stands there twice in " + element.title, child.offset)
        }
    }

    private static func isForeign(_ name: [UInt8]) -> Bool { name.contains(0x3a) || name.span.isEqual(to: "xmlns") }

    private func unknown(_ attribute: XMLElement.Attribute, of element: XMLElement, _ log: inout PolicyLog) {
        log.add(
            .error, .unknownKey, String(decoding: attribute.name, as: UTF8.self), "no attribute of " + element.title,
            attribute.offset)
    }

    private func anchors(_ element: XMLElement, _ log: inout PolicyLog) -> PolicyAnchors {
        var anchors = PolicyAnchors(includesSystem: false)
        for child in element.children {
            guard child.isCalled("certificates"), let source = child.attribute("src") else {
                log.add(.error, .unknownKey, child.title, "certificates with a src are wanted here", child.offset)
                continue
            }
            let text = String(decoding: source.value, as: UTF8.self)
            if source.value.span.isEqual(to: "system") {
                anchors.includesSystem = true
            } else if source.value.span.isEqual(to: "user") {
                log.add(.warning, .notCarriedOver, "user", "there is no store of users' anchors here", source.offset)
            } else if source.value.first == UInt8(ascii: "@") {
                let file = String(decoding: source.value.dropFirst(), as: UTF8.self)
                log.add(
                    .warning, .notCarriedOver, text, "a resource: put it beside the policy as the file " + file,
                    source.offset)
                anchors.files.append(file)
            } else {
                log.add(.error, .invalidValue, text, "no source of certificates", source.offset)
            }
            if let overrides = child.attribute("overridePins"), log.bool(overrides) == true {
                log.add(
                    .warning, .notCarriedOver, "overridePins", "pins bind whichever anchor a path leads to",
                    overrides.offset)
            }
        }
        return anchors
    }

    private func readPins(_ element: XMLElement, into settings: inout Settings, _ log: inout PolicyLog) {
        settings.pins = []
        settings.expiration = nil
        settings.hasPinSet = true
        for attribute in element.attributes where !AndroidReader.isForeign(attribute.name) {
            guard attribute.name.span.isEqual(to: "expiration") else {
                unknown(attribute, of: element, &log)
                continue
            }
            settings.expiration = log.date(
                DocumentMember(
                    key: attribute.name, offset: attribute.offset,
                    value: DocumentNode(content: .string(attribute.value), offset: attribute.offset)))
        }
        for child in element.children {
            guard child.isCalled("pin"), let digest = child.attribute("digest") else {
                log.add(.error, .unknownKey, child.title, "pins with a digest are wanted here", child.offset)
                continue
            }
            guard digest.value.span.isEqual(to: "SHA-256") else {
                let name = String(decoding: digest.value, as: UTF8.self)
                log.add(.error, .invalidPin, name, "no digest for pins; use SHA-256", digest.offset)
                continue
            }
            let text = String(decoding: UTF8Text.trimmed(child.text), as: UTF8.self)
            if let pin = log.pin(text, at: child.offset) { settings.pins.append(pin) }
        }
    }

    private mutating func add(_ element: XMLElement, _ settings: Settings, hadPins: Bool, _ log: inout PolicyLog) {
        let pattern = String(decoding: UTF8Text.trimmed(element.text), as: UTF8.self)
        guard log.isPattern(pattern, at: element.offset) else { return }
        var includesSubdomains = false
        for attribute in element.attributes where !AndroidReader.isForeign(attribute.name) {
            guard attribute.name.span.isEqual(to: "includeSubdomains") else {
                unknown(attribute, of: element, &log)
                continue
            }
            includesSubdomains = log.bool(attribute) ?? false
        }
        if !settings.pins.isEmpty {
            var domain = PinnedDomain(pattern, pins: settings.pins)
            domain.includesSubdomains = includesSubdomains
            domain.expiration = settings.expiration
            if domain.permitMissingBackup() {
                log.add(
                    .warning, .singlePin, pattern, "only one pin, which Android permits: add a backup", element.offset)
            }
            policy.pinnedDomains.append(domain)
        } else {
            var exclusion = PinnedDomain.excluding(pattern)
            exclusion.includesSubdomains = includesSubdomains
            if settings.hasPinSet, hadPins {
                policy.pinnedDomains.append(exclusion)
            } else {
                unpinned.append(exclusion)
            }
        }
        if let anchors = settings.anchors {
            var host = PolicyHost(pattern)
            host.includesSubdomains = includesSubdomains
            host.anchors = anchors
            policy.hosts.append(host)
        }
    }
}

extension PolicyLog {
    /// An attribute as Android reads it.
    fileprivate mutating func bool(_ attribute: XMLElement.Attribute) -> Bool? {
        for text in ["true", "True", "TRUE", "1"] as [StaticString] where attribute.value.span.isEqual(to: text) {
            return true
        }
        for text in ["false", "False", "FALSE", "0"] as [StaticString] where attribute.value.span.isEqual(to: text) {
            return false
        }
        let name = String(decoding: attribute.name, as: UTF8.self)
        add(.error, .invalidValue, name, "true or false is wanted here", attribute.offset)
        return nil
    }
}
