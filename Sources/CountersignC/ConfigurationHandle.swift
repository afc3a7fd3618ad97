import Countersign
import CountersignHeader

/// What `countersign_configuration` points to.
final class ConfigurationHandle {
    var configuration = Configuration()
    /// DER or PEM, each as it was given.
    private var anchors: [[UInt8]] = []
    private var usesSystemAnchors: Bool?
    private var domains: [PinnedDomain] = []
    var error = ""

    /// The configuration with what has been collected for it.
    func complete() throws(PinningError) -> Configuration {
        var complete = configuration
        complete.anchors = configuredAnchors
        if !domains.isEmpty { complete.pinnedDomains = try PinnedDomains(domains) }
        return complete
    }

    var configuredAnchors: Configuration.Anchors {
        guard !anchors.isEmpty else {
            return usesSystemAnchors == false ? .only(AnchorStore(certificates: [])) : .system
        }
        let store = AnchorStore(certificates: anchors)
        return usesSystemAnchors == true ? .systemAnd(store) : .only(store)
    }

    func useSystemAnchors(_ isUsed: Bool) { usesSystemAnchors = isUsed }

    func add(anchors bytes: [UInt8], named name: String) -> countersign_status {
        let store = AnchorStore(derOrPEM: bytes)
        guard store.count > 0, store.skipped.isEmpty else {
            return fail(
                COUNTERSIGN_UNREADABLE,
                name + ": " + (store.skipped.first.map { "skipped " + $0.reason.text } ?? "no certificate"))
        }
        anchors.append(bytes)
        return COUNTERSIGN_OK
    }

    func add(pin text: String, for pattern: String, flags: Int32) -> countersign_status {
        let known =
            COUNTERSIGN_PIN_SUBDOMAINS | COUNTERSIGN_PIN_REPORT_ONLY | COUNTERSIGN_PIN_WITHOUT_BACKUP
            | COUNTERSIGN_PIN_LEAF | COUNTERSIGN_PIN_AUTHORITY
        guard flags & ~Int32(bitPattern: UInt32(known)) == 0 else {
            return fail(COUNTERSIGN_INVALID_ARGUMENT, "an unknown flag for a pin")
        }
        func has(_ flag: Int) -> Bool { Int(flags) & flag != 0 }
        do throws(PinningError) {
            let pin = try Pin(text)
            let index = index(of: pattern)
            if has(COUNTERSIGN_PIN_LEAF) {
                domains[index].leafPins.append(pin)
            } else if has(COUNTERSIGN_PIN_AUTHORITY) {
                domains[index].authorityPins.append(pin)
            } else {
                domains[index].pins.append(pin)
            }
            if has(COUNTERSIGN_PIN_SUBDOMAINS) { domains[index].includesSubdomains = true }
            if has(COUNTERSIGN_PIN_REPORT_ONLY) { domains[index].enforcement = .reportOnly }
            if has(COUNTERSIGN_PIN_WITHOUT_BACKUP) { domains[index].allowsMissingBackupPin = true }
            return COUNTERSIGN_OK
        } catch {
            return fail(COUNTERSIGN_INVALID_ARGUMENT, error.description)
        }
    }

    func setExpiration(_ date: UnixTime, for pattern: String) {
        domains[index(of: pattern)].expiration = date
    }

    /// The pattern's domain, made where there is none.
    private func index(of pattern: String) -> Int {
        let octets = Array(pattern.utf8)
        for index in domains.indices where Array(domains[index].pattern.utf8) == octets { return index }
        domains.append(PinnedDomain(pattern))
        return domains.count - 1
    }

    func fail(_ status: countersign_status, _ text: String) -> countersign_status {
        error = text
        return status
    }
}
