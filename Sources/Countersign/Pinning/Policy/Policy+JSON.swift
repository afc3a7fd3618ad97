extension Policy {
    /// The policy as a file of this library's format, in its canonical form: keys in a fixed order, what is the default
    /// left out, pins as `sha256/…`, dates in UTC. Reading it gives the same policy.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.integer("countersignPolicy", 1)
            if let anchors { Policy.write(anchors, to: &writer) }
            if minimumVersion > .tls12 { writer.string("minimumTLSVersion", "1.3") }
            if !requiresForwardSecrecy { writer.bool("requiresForwardSecrecy", false) }
            if !pinnedDomains.isEmpty {
                writer.array("pinnedDomains") { writer in
                    for domain in pinnedDomains { Policy.write(domain, to: &writer) }
                }
            }
            if !hosts.isEmpty {
                writer.array("hosts") { writer in
                    for host in hosts { Policy.write(host, to: &writer) }
                }
            }
        }
        return writer.bytes + [0x0A]
    }

    private static func write(_ anchors: PolicyAnchors, to writer: inout JSONWriter) {
        writer.object("anchors") { writer in
            writer.bool("system", anchors.includesSystem)
            write(anchors.files, "files", to: &writer)
            write(
                anchors.certificates.map { PEMDocument.encoded($0, label: "CERTIFICATE") }, "certificates", to: &writer)
        }
    }

    private static func write(_ domain: PinnedDomain, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.string("pattern", domain.pattern)
            if domain.includesSubdomains { writer.bool("includesSubdomains", true) }
            if domain.isExcluded { writer.bool("excluded", true) }
            write(domain.pins.map { $0.fileText }, "pins", to: &writer)
            write(domain.leafPins.map { $0.fileText }, "leafPins", to: &writer)
            write(domain.authorityPins.map { $0.fileText }, "authorityPins", to: &writer)
            if let expiration = domain.expiration { writer.string("expiration", expiration.text) }
            if domain.enforcement == .reportOnly { writer.bool("reportOnly", true) }
            if domain.allowsMissingBackupPin { writer.bool("allowsMissingBackupPin", true) }
        }
    }

    private static func write(_ host: PolicyHost, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.string("pattern", host.pattern)
            if host.includesSubdomains { writer.bool("includesSubdomains", true) }
            if let version = host.minimumVersion {
                writer.string("minimumTLSVersion", version > .tls12 ? "1.3" : "1.2")
            }
            if let requires = host.requiresForwardSecrecy { writer.bool("requiresForwardSecrecy", requires) }
            if let anchors = host.anchors { write(anchors, to: &writer) }
        }
    }

    private static func write(_ texts: [String], _ key: String, to writer: inout JSONWriter) {
        guard !texts.isEmpty else { return }
        writer.array(key) { writer in
            for text in texts { writer.string(nil, text) }
        }
    }
}

extension Pin {
    /// As policy files have it.
    var fileText: String { kind == .certificate ? "certificate/" + text : text }
}
