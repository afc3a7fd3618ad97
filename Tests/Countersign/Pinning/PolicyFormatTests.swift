import Countersign
import Testing

/// Policies of others.
@Suite struct PolicyFormatTests {
    static let first = "R6aITf2PjkvcoJgQxUZ7ZzIGHCmUVeifKsqy81J3ZNI="
    static let second = "1DnnLZy2GhIZaUiEVDRE+ROSlgjAKVPbyq5TNRIIxiY="

    private func read(_ text: String) throws(PolicyError) -> PolicyConversion { try PolicyConversion(Array(text.utf8)) }

    private func rules(_ read: PolicyConversion, _ severity: PolicyFinding.Severity) -> [String] {
        read.findings.filter { $0.severity == severity }.map(\.rule.name)
    }

    // MARK: TrustKit

    private func trustKit(_ domains: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>CFBundleName</key><string>A &amp; B</string>
        <key>TSKConfiguration</key><dict><key>TSKPinnedDomains</key><dict>\(domains)</dict></dict></dict></plist>
        """
    }

    private func hashes(_ hashes: String...) -> String {
        "<key>TSKPublicKeyHashes</key><array>" + hashes.map { "<string>\($0)</string>" }.joined() + "</array>"
    }

    @Test func `TrustKit's policies are read from an Info.plist`() throws {
        let read = try read(
            trustKit(
                """
                <key>example.com</key><dict>\(hashes(Self.first, Self.second))<key>kTSKIncludeSubdomains</key><true/>
                <key>TSKEnforcePinning</key><false/><key>TSKExpirationDate</key><string>2027-06-30</string></dict>
                <key>free.example.com</key><dict><key>TSKExcludeSubdomainFromParentPolicy</key><true/></dict>
                <key>192.0.2.1</key><dict>\(hashes(Self.first, Self.second))</dict>
                <key>device.internal</key><dict>\(hashes(Self.first, Self.second))</dict>
                """))
        #expect(read.format == .trustKit && read.isUsable, "\(read.findings)")
        let domain = read.policy.pinnedDomains[0]
        #expect(domain.pattern == "example.com" && domain.includesSubdomains && domain.enforcement == .reportOnly)
        #expect(domain.pins.map(\.base64) == [Self.first, Self.second])
        #expect(domain.expiration == UnixTime("2027-06-30"))
        #expect(read.policy.pinnedDomains[1].isExcluded)
    }

    @Test func `TrustKit's configuration errors are errors`() throws {
        let cases: [(String, PolicyRule)] = [
            ("", .noPins),
            ("<key>a.example</key><dict/>", .noPins),
            ("<key>a.example</key><dict>\(hashes(Self.first))</dict>", .singlePin),
            ("<key>a.example</key><dict>\(hashes(Self.first, Self.first))</dict>", .singlePin),
            ("<key>a.example</key><dict>\(hashes("AAAA", Self.first, Self.second))</dict>", .invalidPin),
            ("<key>https://a.example/</key><dict>\(hashes(Self.first, Self.second))</dict>", .invalidPattern),
            ("<key>*.a.example</key><dict>\(hashes(Self.first, Self.second))</dict>", .invalidPattern),
            (
                "<key>a.example</key><dict><key>TSKExcludeSubdomainFromParentPolicy</key><true/></dict>",
                .pointlessExclusion
            ),
            (
                "<key>a.example</key><dict><key>TSKExcludeSubdomainFromParentPolicy</key><true/>\(hashes(Self.first))</dict>",
                .pointlessExclusion
            ),
            (
                "<key>a.example</key><dict>\(hashes(Self.first, Self.second))<key>TSKExpirationDate</key><string>30.6.27</string></dict>",
                .invalidValue
            ),
            (
                "<key>a.example</key><dict>\(hashes(Self.first, Self.second))<key>TSKReportUris</key><array><string>here</string></array></dict>",
                .invalidValue
            ),
        ]
        for (domains, rule) in cases {
            let read = try read(trustKit(domains))
            #expect(!read.isUsable)
            #expect(read.findings.contains { $0.severity == .error && $0.rule == rule }, "\(domains): \(read.findings)")
        }
    }

    // MARK: App Transport Security

    @Test func `pinned domains and exceptions of App Transport Security are read`() throws {
        let read = try read(
            """
            <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict>
            <key>NSAllowsArbitraryLoads</key><true/>
            <key>NSPinnedDomains</key><dict><key>example.org</key><dict><key>NSIncludesSubdomains</key><true/>
            <key>NSPinnedCAIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>\(Self.first)</string></dict></array>
            <key>NSPinnedLeafIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>\(Self.second)</string></dict>
            </array></dict></dict>
            <key>NSExceptionDomains</key><dict>
            <key>old.example</key><dict><key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string>
            <key>NSExceptionAllowsInsecureHTTPLoads</key><true/><key>NSExceptionRequiresForwardSecrecy</key><false/></dict>
            <key>new.example</key><dict><key>NSThirdPartyExceptionMinimumTLSVersion</key><string>TLSv1.3</string></dict>
            </dict></dict></dict></plist>
            """)
        #expect(read.format == .nsPinnedDomains && read.isUsable, "\(read.findings)")
        #expect(rules(read, .warning) == ["insecure", "singlePin", "insecure", "insecure"])
        let domain = read.policy.pinnedDomains[0]
        #expect(domain.authorityPins.map(\.base64) == [Self.first] && domain.leafPins.map(\.base64) == [Self.second])
        #expect(domain.includesSubdomains && domain.allowsMissingBackupPin)
        #expect(read.policy.hosts[0].minimumVersion == nil && read.policy.hosts[0].requiresForwardSecrecy == false)
        #expect(read.policy.hosts[1].minimumVersion == .tls13)
    }

    // MARK: Android

    @Test func `Android's configuration is read, nested ones with what they inherit`() throws {
        let read = try read(
            """
            <?xml version="1.0" encoding="utf-8"?><!-- a comment -->
            <network-security-config>
              <base-config cleartextTrafficPermitted="false"><trust-anchors><certificates src="system"/></trust-anchors>
              </base-config>
              <domain-config cleartextTrafficPermitted="true">
                <domain includeSubdomains="true">example.com</domain>
                <pin-set expiration="2028-01-01"><pin digest="SHA-256">\(Self.first)</pin>
                  <pin digest="SHA-256"> \(Self.second) </pin></pin-set>
                <domain-config><domain>free.example.com</domain><pin-set/></domain-config>
                <domain-config><domain>own.example.com</domain>
                  <trust-anchors><certificates src="@raw/my_ca" overridePins="true"/><certificates src="user"/></trust-anchors>
                </domain-config>
              </domain-config>
              <debug-overrides/>
            </network-security-config>
            """)
        #expect(read.format == .android && read.isUsable, "\(read.findings)")
        #expect(
            rules(read, .warning) == [
                "insecure", "notCarriedOver", "notCarriedOver", "notCarriedOver", "notCarriedOver",
            ])
        let domains = read.policy.pinnedDomains
        #expect(domains.map(\.pattern) == ["example.com", "free.example.com", "own.example.com"])
        #expect(domains[0].includesSubdomains && domains[0].expiration == UnixTime("2028-01-01"))
        #expect(domains[1].isExcluded)
        #expect(domains[2].pins == domains[0].pins)
        #expect(read.policy.anchors?.includesSystem == true)
        #expect(read.policy.hosts.map(\.pattern) == ["own.example.com"])
        #expect(read.policy.hosts[0].anchors?.files == ["raw/my_ca"])
        #expect(read.policy.hosts[0].anchors?.includesSystem == false)
    }

    @Test func `Android's mistakes are errors`() throws {
        let cases = [
            "<domain-config><domain>a.example</domain><pin-set><pin digest=\"SHA-1\">\(Self.first)</pin></pin-set></domain-config>",
            "<domain-config><domain>a.example</domain><pin-set><pin>\(Self.first)</pin></pin-set></domain-config>",
            "<domain-config><domain>a b</domain><pin-set><pin digest=\"SHA-256\">\(Self.first)</pin></pin-set></domain-config>",
            "<domain-config><domain>a.example</domain><pin-set expiration=\"never\"/></domain-config>",
            "<domain-config><domein>a.example</domein></domain-config>",
            "<base-config><trust-anchors/></base-config>", "<other/>",
        ]
        for text in cases {
            let read = try read("<network-security-config>\(text)</network-security-config>")
            #expect(!read.isUsable, "\(text)")
        }
    }

    // MARK: OkHttp

    private func android(_ domain: String, _ rest: String = "") -> String {
        let pins =
            "<pin-set><pin digest=\"SHA-256\">\(Self.first)</pin><pin digest=\"SHA-256\">\(Self.second)</pin></pin-set>"
        let all = "<domain-config>\(domain)\(pins)\(rest)</domain-config>"
        return "<network-security-config>\(all)</network-security-config>"
    }

    @Test(arguments: [("true", true), ("TRUE", true), ("1", true), ("false", false), ("0", false)])
    func `Android's truth has several forms`(text: String, includes: Bool) throws {
        let read = try read(android("<domain includeSubdomains=\"\(text)\">a.example</domain>"))
        #expect(read.isUsable && read.policy.pinnedDomains[0].includesSubdomains == includes, "\(read.findings)")
    }

    @Test func `what Android refuses is not half read`() throws {
        let domain = "<domain includeSubdomains=\"yes\">a.example</domain>"
        #expect(rules(try read(android(domain)), .error) == ["invalidValue"])
        for twice in ["<pin-set/>", "<trust-anchors/><trust-anchors/>"] {
            let read = try read(android("<domain>a.example</domain>", twice))
            #expect(rules(read, .error).contains("duplicateKey"), "\(read.findings)")
        }
        let bases = "<network-security-config><base-config/><base-config/></network-security-config>"
        #expect(rules(try read(bases), .error).contains("duplicateKey"))
    }

    @Test func `an exclusion of Android's reaches as far as it says`() throws {
        let inner =
            "<domain-config><domain includeSubdomains=\"true\">b.a.example</domain><pin-set/></domain-config>"
        let read = try read(android("<domain includeSubdomains=\"true\">a.example</domain>", inner))
        let exclusion = read.policy.pinnedDomains[1]
        #expect(read.isUsable && exclusion.isExcluded && exclusion.includesSubdomains, "\(read.findings)")
        let written = PolicyConversion.text(of: read.policy, as: .trustKit)
        #expect(written.findings.contains { $0.subject == "b.a.example" && $0.rule == .notCarriedOver })
    }

    @Test func `a configuration of Android's without pins is none of its parent's, wherever it stands`() throws {
        let sibling = "<domain-config><domain>Dev.a.example</domain></domain-config>"
        let other = "<domain-config><domain>dev.b.example</domain></domain-config>"
        let text = android("<domain includeSubdomains=\"true\">a.example</domain>")
        let read = try read(
            text.replacing("</network-security-config>", with: sibling + other + "</network-security-config>"))
        let domains = try PinnedDomains(read.policy.pinnedDomains)
        func isPinned(_ host: String) -> Bool {
            domains.view.hasPins(for: ReferenceIdentifier(host: Array(host.utf8).span)!)
        }
        #expect(isPinned("a.example") && isPinned("www.a.example") && isPinned("x.dev.a.example"))
        #expect(!isPinned("dev.a.example") && !isPinned("dev.b.example"))
        #expect(read.policy.pinnedDomains.count == 2)
    }

    @Test(arguments: [PolicyFormat.android, .trustKit])
    func `a time of day that a format has none for is told`(format: PolicyFormat) throws {
        var policy = Policy()
        var domain = PinnedDomain("a.example", pins: [try Pin(Self.first), try Pin(Self.second)])
        for (text, lost) in [("2027-06-30T12:00:00Z", ["a.example"]), ("2027-06-30", [])] {
            domain.expiration = UnixTime(text)
            policy.pinnedDomains = [domain]
            #expect(PolicyConversion.text(of: policy, as: format).findings.map(\.subject) == lost)
        }
    }

    @Test func `OkHttp's putting pins together is told, and its patterns stay patterns`() throws {
        let pins = [try Pin(Self.first), try Pin(Self.second)]
        var policy = Policy()
        let patterns = ["a.example", "b.a.example", "*.c.example", "192.0.2.1"]
        for pattern in patterns {
            var domain = PinnedDomain(pattern, pins: pins)
            domain.includesSubdomains = pattern != patterns[1]
            policy.pinnedDomains.append(domain)
        }
        let (text, findings) = PolicyConversion.text(of: policy, as: .okHTTP)
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let written = lines.map { String($0.split(separator: " ")[0]) }
        #expect(written == ["**.a.example", "b.a.example", "*.c.example", "192.0.2.1"])
        #expect(findings.map(\.subject) == ["b.a.example"], "\(findings)")
    }

    @Test func `OkHttp's lines and calls are read, and one host's pins put together`() throws {
        let lines = try read(
            "# pins\n*.example.com sha256/\(Self.first),sha256/\(Self.second)\napi.example.com sha256/\(Self.first)\napi.example.com sha256/\(Self.second)\n"
        )
        let calls = try read(
            """
            val pinner = CertificatePinner.Builder() // .add("no.example", "sha256/x")
                .add("*.example.com", "sha256/\(Self.first)", /* and */
                     "sha256/\(Self.second)")
                .add("api.example.com", "sha256/\(Self.first)").add("api.example.com", "sha256/\(Self.second)")
            list.add(3)
            """)
        for read in [lines, calls] {
            #expect(read.format == .okHTTP && read.isUsable, "\(read.findings)")
            #expect(read.policy.pinnedDomains.map(\.pattern) == ["*.example.com", "api.example.com"])
            #expect(read.policy.pinnedDomains.allSatisfy { $0.pins.map(\.base64) == [Self.first, Self.second] })
        }
        #expect(rules(lines, .warning).isEmpty)
        #expect(rules(calls, .warning) == ["notCarriedOver"])
    }

    @Test func `one host is the same however it is written, and a pattern is another`() throws {
        let read = try read(
            """
            A.example sha256/\(Self.first)
            *.a.example sha256/\(Self.first) sha256/\(Self.second)
            a.EXAMPLE sha256/\(Self.second)
            b.example sha256/\(Self.first) sha256/\(Self.second)
            """)
        #expect(read.policy.pinnedDomains.map(\.pattern) == ["A.example", "*.a.example", "b.example"])
        #expect(read.policy.pinnedDomains[0].pins.count == 2)
    }

    @Test func `OkHttp's mistakes are errors`() throws {
        for text in [
            "a.example sha256/AAAA", "a.example md5/\(Self.first) sha256/\(Self.first)", "a.*.b sha256/\(Self.first)",
            "https://a.example sha256/\(Self.first)", "a.example\nb.example sha256/\(Self.first)",
            ".add(host, \"sha256/\(Self.first)\")", ".add(\"a.$x\", \"sha256/\(Self.first)\")",
        ] {
            #expect(try !read(text).isUsable, "\(text)")
        }
    }

    // MARK: round trips and hostile bytes

    @Test(arguments: [PolicyFormat.okHTTP, .trustKit, .android])
    func `what a format can say survives it`(format: PolicyFormat) throws {
        var policy = Policy()
        var domain = PinnedDomain("example.com", pins: [try Pin(Self.first), try Pin(Self.second)])
        if format != .okHTTP { domain.expiration = UnixTime("2028-01-01") }
        policy.pinnedDomains = [domain]
        let written = PolicyConversion.text(of: policy, as: format)
        #expect(written.findings.isEmpty)
        let read = try PolicyConversion(written.text)
        #expect(read.format == format && read.isUsable)
        #expect(read.policy.json == policy.json)
    }

    @Test func `App Transport Security keeps leaf and authority apart`() throws {
        var policy = Policy()
        var domain = PinnedDomain("example.com")
        domain.leafPins = [try Pin(Self.first), try Pin(Self.second)]
        domain.includesSubdomains = true
        policy.pinnedDomains = [domain, PinnedDomain("other.example", pins: domain.leafPins)]
        let written = PolicyConversion.text(of: policy, as: .nsPinnedDomains)
        #expect(written.findings.map(\.subject) == ["other.example"])
        let read = try PolicyConversion(written.text)
        #expect(read.policy.pinnedDomains.count == 1 && read.policy.pinnedDomains[0].leafPins == domain.leafPins)
    }

    @Test func `what a format can't say is told`() throws {
        let policy = try Policy(json: Array(PolicyFileTests.full.utf8))
        for format in PolicyFormat.allCases where format != .countersign {
            let written = PolicyConversion.text(of: policy, as: format)
            #expect(written.findings.contains { $0.subject == "example.com" }, "\(format.name)")
            #expect(!String(decoding: written.text, as: UTF8.self).contains(Self.first), "\(format.name)")
        }
    }

    @Test(arguments: [
        "<", "<a", "<a>", "<a></b>", "<a/><b/>", "<a b/>", "<a b=c/>", "<a b='1' b='2'/>", "<a>&b;</a>", "<a>&#0;</a>",
        "<a>&#xD800;</a>", "<a>&#99999999;</a>", "<a><![CDATA[</a>", "<!-- -- --><a/>", "<a><?php ?></a>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<?xml version='1.0' encoding='UTF-16'?><a/>", "<a b=\"<\"/>",
        "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
        "<plist><dict>x</dict></plist>", "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>",
    ])
    func `what is no such document is refused`(text: String) {
        #expect(throws: PolicyError.self) { try PolicyConversion(Array(text.utf8), format: .trustKit) }
        #expect(throws: PolicyError.self) { try PolicyConversion(Array(text.utf8)) }
    }

    @Test func `elements without end are refused`() {
        let text = Array(String(repeating: "<a>", count: 100_000).utf8)
        let error = #expect(throws: PolicyError.self) { try PolicyConversion(text, format: .android) }
        #expect(error?.rule == .tooDeep)
    }

    @Test(arguments: ["bplist00", "", "hello", "a.example", "<html/>"])
    func `a file of no known format is refused`(text: String) {
        let error = #expect(throws: PolicyError.self) { try PolicyConversion(Array(text.utf8)) }
        #expect(error != nil)
    }
}
