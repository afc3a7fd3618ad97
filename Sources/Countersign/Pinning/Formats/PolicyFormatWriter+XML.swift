/// Apple's and Android's formats.
extension PolicyFormatWriter {
    private func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += Array("&amp;".utf8)
            case UInt8(ascii: "<"): result += Array("&lt;".utf8)
            case UInt8(ascii: ">"): result += Array("&gt;".utf8)
            case UInt8(ascii: "\""): result += Array("&quot;".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    mutating func writeAndroid() {
        loseVersions()
        line("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
        line("<network-security-config>")
        if let anchors = policy.anchors {
            line("    <base-config>")
            write(anchors)
            line("    </base-config>")
        }
        for domain in policy.pinnedDomains {
            guard hasNoWildcard(domain) else { continue }
            if domain.isExcluded {
                lose(domain.pattern, "an exclusion has to be put inside its parent's domain-config by hand")
                continue
            }
            if domain.enforcement == .reportOnly {
                lose(domain.pattern, "the format always enforces")
                continue
            }
            guard let pins = plainPins(domain) else { continue }
            line("    <domain-config>")
            writeDomain(domain.pattern, domain.includesSubdomains)
            loseTime(domain)
            let end = domain.expiration.map { " expiration=\"" + PolicyFormatWriter.day($0) + "\"" } ?? ""
            line("        <pin-set" + end + ">")
            for pin in pins { line("            <pin digest=\"SHA-256\">" + pin.base64 + "</pin>") }
            line("        </pin-set>")
            line("    </domain-config>")
        }
        for host in policy.hosts {
            guard let anchors = host.anchors else { continue }
            line("    <domain-config>")
            writeDomain(host.pattern, host.includesSubdomains)
            write(anchors)
            line("    </domain-config>")
        }
        line("</network-security-config>")
    }

    private mutating func writeDomain(_ pattern: String, _ includesSubdomains: Bool) {
        let attribute = includesSubdomains ? " includeSubdomains=\"true\"" : ""
        line("        <domain" + attribute + ">" + escaped(pattern) + "</domain>")
    }

    private mutating func write(_ anchors: PolicyAnchors) {
        line("        <trust-anchors>")
        if anchors.includesSystem { line("            <certificates src=\"system\"/>") }
        for file in anchors.files { line("            <certificates src=\"@" + escaped(file) + "\"/>") }
        if !anchors.certificates.isEmpty {
            lose("anchors", "certificates in the policy itself have to be made resources")
        }
        line("        </trust-anchors>")
    }

    private mutating func loseTime(_ domain: PinnedDomain) {
        guard let end = domain.expiration, end.seconds % 86_400 != 0 else { return }
        lose(domain.pattern, "the format's pins end with the beginning of a day")
    }

    /// The day alone, in UTC, as TrustKit and Android have it.
    static func day(_ date: UnixTime) -> String {
        String(decoding: Array(date.text.utf8).prefix(10), as: UTF8.self)
    }

    mutating func writeTrustKit() {
        loseAnchors()
        loseVersions()
        beginList()
        line("    <key>TSKSwizzleNetworkDelegates</key>\n    <false/>\n    <key>TSKPinnedDomains</key>\n    <dict>")
        for domain in policy.pinnedDomains {
            guard hasNoWildcard(domain), let pins = domain.isExcluded ? [] : plainPins(domain) else { continue }
            if domain.enforcement == .enforced, !domain.isExcluded, !pins.contains(where: { $0 != pins.first }) {
                lose(domain.pattern, "TrustKit refuses to enforce a single pin")
                continue
            }
            line("        <key>" + escaped(domain.pattern) + "</key>\n        <dict>")
            if domain.isExcluded {
                if domain.includesSubdomains {
                    lose(domain.pattern, "TrustKit excludes the host itself, and nothing below it")
                }
                write("TSKExcludeSubdomainFromParentPolicy", true)
            } else {
                if domain.includesSubdomains { write("TSKIncludeSubdomains", true) }
                if domain.enforcement == .reportOnly { write("TSKEnforcePinning", false) }
                write("TSKDisableDefaultReportUri", true)
                loseTime(domain)
                if let end = domain.expiration {
                    line("            <key>TSKExpirationDate</key>")
                    line("            <string>" + PolicyFormatWriter.day(end) + "</string>")
                }
                line("            <key>TSKPublicKeyHashes</key>\n            <array>")
                for pin in pins { line("                <string>" + pin.base64 + "</string>") }
                line("            </array>")
            }
            line("        </dict>")
        }
        line("    </dict>")
        line("</dict>\n</plist>")
    }

    mutating func writeTransportSecurity() {
        loseAnchors()
        beginList()
        line("    <key>NSPinnedDomains</key>\n    <dict>")
        for domain in policy.pinnedDomains { writeTransportSecurity(domain) }
        line("    </dict>")
        let hosts = policy.hosts.filter { $0.minimumVersion != nil || $0.requiresForwardSecrecy != nil }
        if !hosts.isEmpty { line("    <key>NSExceptionDomains</key>\n    <dict>") }
        for host in hosts {
            line("        <key>" + escaped(host.pattern) + "</key>\n        <dict>")
            if host.includesSubdomains { write("NSIncludesSubdomains", true) }
            if let version = host.minimumVersion {
                line("            <key>NSExceptionMinimumTLSVersion</key>")
                line("            <string>TLSv" + (version > .tls12 ? "1.3" : "1.2") + "</string>")
            }
            if let requires = host.requiresForwardSecrecy { write("NSExceptionRequiresForwardSecrecy", requires) }
            line("        </dict>")
        }
        if !hosts.isEmpty { line("    </dict>") }
        if policy.minimumVersion > .tls12 { lose("minimumTLSVersion", "the format has it for single hosts alone") }
        if !policy.requiresForwardSecrecy {
            lose("requiresForwardSecrecy", "the format has it for single hosts alone")
        }
        line("</dict>\n</plist>")
    }

    private mutating func writeTransportSecurity(_ domain: PinnedDomain) {
        guard hasNoWildcard(domain) else { return }
        guard !domain.isExcluded, domain.enforcement == .enforced else {
            return lose(domain.pattern, "the format has neither exclusions nor pins that only report")
        }
        // Any certificate of the path is neither a leaf alone nor an authority alone.
        guard domain.pins.isEmpty else {
            return lose(
                domain.pattern,
                "the format wants pins to be the server's own or its issuers': leafPins or authorityPins")
        }
        guard (domain.leafPins + domain.authorityPins).allSatisfy({ $0.kind == .publicKey }) else {
            return lose(domain.pattern, "the format has no pins but those of keys by SHA-256")
        }
        if domain.expiration != nil { lose(domain.pattern, "the format's pins don't expire") }
        line("        <key>" + escaped(domain.pattern) + "</key>\n        <dict>")
        if domain.includesSubdomains { write("NSIncludesSubdomains", true) }
        write("NSPinnedLeafIdentities", domain.leafPins)
        write("NSPinnedCAIdentities", domain.authorityPins)
        line("        </dict>")
    }

    private mutating func write(_ key: String, _ pins: [Pin]) {
        guard !pins.isEmpty else { return }
        line("            <key>" + key + "</key>\n            <array>")
        for pin in pins {
            line("                <dict><key>SPKI-SHA256-BASE64</key><string>" + pin.base64 + "</string></dict>")
        }
        line("            </array>")
    }

    private mutating func write(_ key: String, _ value: Bool) {
        line("            <key>" + key + "</key>\n            <" + (value ? "true" : "false") + "/>")
    }

    private mutating func beginList() {
        line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        line(
            "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
        )
        line("<plist version=\"1.0\">\n<dict>")
    }
}
