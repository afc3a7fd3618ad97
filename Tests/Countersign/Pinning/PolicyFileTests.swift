import Countersign
import Testing

/// Policies in this library's own format.
@Suite struct PolicyFileTests {
    static let first = "sha256/R6aITf2PjkvcoJgQxUZ7ZzIGHCmUVeifKsqy81J3ZNI="
    static let second = "sha256/1DnnLZy2GhIZaUiEVDRE+ROSlgjAKVPbyq5TNRIIxiY="

    static let full = """
        {
          "countersignPolicy": 1,
          "anchors": {
            "system": true
          },
          "minimumTLSVersion": "1.3",
          "requiresForwardSecrecy": false,
          "pinnedDomains": [
            {
              "pattern": "example.com",
              "includesSubdomains": true,
              "pins": [
                "\(first)",
                "certificate/\(second)"
              ],
              "leafPins": [
                "\(first)",
                "\(second)"
              ],
              "authorityPins": [
                "sha1/DmxUShsZuNiqPQsX2Oi9uv2sCnw="
              ],
              "expiration": "2027-06-30T12:00:00Z",
              "reportOnly": true,
              "allowsMissingBackupPin": true
            },
            {
              "pattern": "free.example.com",
              "excluded": true
            }
          ],
          "hosts": [
            {
              "pattern": "old.example.com",
              "includesSubdomains": true,
              "minimumTLSVersion": "1.2",
              "requiresForwardSecrecy": true
            }
          ]
        }

        """

    private func policy(_ text: String) throws(PolicyError) -> Policy { try Policy(json: Array(text.utf8)) }

    @Test func `everything that a policy can say is read, and written as it was`() throws {
        let policy = try policy(Self.full)
        let domain = try #require(policy.pinnedDomains.first)
        #expect(policy.anchors?.includesSystem == true)
        #expect(policy.minimumVersion == .tls13)
        #expect(!policy.requiresForwardSecrecy)
        #expect(domain.includesSubdomains && domain.enforcement == .reportOnly && domain.allowsMissingBackupPin)
        #expect(domain.pins.map(\.kind) == [.publicKey, .certificate])
        #expect(domain.authorityPins.map(\.kind) == [.legacyPublicKey])
        #expect(domain.expiration == UnixTime("2027-06-30T12:00:00Z"))
        #expect(policy.pinnedDomains[1].isExcluded)
        #expect(policy.hosts.first?.minimumVersion == .tls12)
        #expect(String(decoding: policy.json, as: UTF8.self) == Self.full)
    }

    @Test func `the least policy is the safe default`() throws {
        let policy = try policy(#"{"countersignPolicy": 1}"#)
        var configuration = Configuration()
        try policy.apply(to: &configuration, host: "example.com")
        #expect(configuration.minimumVersion == .tls12)
        #expect(configuration.requiresForwardSecrecy)
        #expect(configuration.pinnedDomains == nil)
    }

    @Test(arguments: [
        ("old.example.com", false), ("below.old.example.com", false), ("example.com", true), ("old.example.org", true),
    ])
    func `an exception holds for its hosts alone`(host: String, isNewest: Bool) throws {
        var configuration = Configuration()
        try policy(Self.full).apply(to: &configuration, host: host)
        #expect(configuration.minimumVersion == (isNewest ? .tls13 : .tls12))
        #expect(configuration.requiresForwardSecrecy != isNewest)
        #expect(configuration.pinnedDomains != nil)
    }

    @Test(arguments: [
        (#"{"countersignPolicy": 1, "pinedDomains": []}"#, "unknownKey", 1, 26),
        ("{\"countersignPolicy\": 1,\n \"anchors\": {\"sistem\": true}}", "unknownKey", 2, 14),
        (#"{"countersignPolicy": 1, "countersignPolicy": 1}"#, "duplicateKey", 1, 26),
        (#"{"countersignPolicy": 2}"#, "unsupportedVersion", 1, 23),
        (#"{}"#, "missingKey", 1, 1),
        (#"[]"#, "malformed", 1, 1),
        (#"{"countersignPolicy": 1, "minimumTLSVersion": "1.0"}"#, "insecure", 1, 47),
        (#"{"countersignPolicy": 1, "minimumTLSVersion": 1.2}"#, "invalidValue", 1, 47),
        (#"{"countersignPolicy": 1, "anchors": {"system": false}}"#, "noAnchors", nil, nil),
        (#"{"countersignPolicy": 1, "anchors": {"certificates": ["no"]}}"#, "unreadableAnchor", 1, 55),
        (#"{"countersignPolicy": 1, "pinnedDomains": [{"pattern": "a.example"}]}"#, "noPins", 1, 56),
        (#"{"countersignPolicy": 1, "pinnedDomains": [{"pins": []}]}"#, "missingKey", 1, 44),
        (#"{"countersignPolicy": 1, "pinnedDomains": [{"pattern": "a.*.b", "pins": []}]}"#, "invalidPattern", 1, 56),
        (#"{"countersignPolicy": 1, "pinnedDomains": [{"pattern": "é.example", "pins": ["x"]}]}"#, "invalidPin", 1, 78),
        (#"{"countersignPolicy": 1, "hosts": [{"pattern": "a.b"}, {"pattern": "A.b"}]}"#, "duplicatePattern", nil, nil),
        (
            #"{"countersignPolicy": 1, "pinnedDomains": [{"pattern": "a.example", "expiration": "soon"}]}"#,
            "invalidValue", 1, 83
        ),
        (
            #"{"countersignPolicy": 1, "pinnedDomains": [{"pattern": "a.example", "pins": ["\#(first)"]}]}"#,
            "singlePin", 1, 56
        ),
    ])
    func `a mistake is told with its line and column`(text: String, rule: String, line: Int?, column: Int?) {
        let error = #expect(throws: PolicyError.self) { try policy(text) }
        #expect(error?.rule.name == rule, "\(error?.description ?? "")")
        if let line { #expect(error?.position?.line == line && error?.position?.column == column) }
    }

    @Test(arguments: [
        "", " ", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "[1,]", "[1 2]", "01", "1.", "1e",
        "-", "+1",
        "tru", "nul", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"",
        "\"\u{1}\"",
        "{}{}", "{\"a\":1}x", "'a'", "{a:1}", "// comment\n{}", "\u{FEFF}{}", "NaN", "[1,,2]", "{\"a\" 1}",
    ])
    func `what is no JSON is refused`(text: String) {
        let error = #expect(throws: PolicyError.self) { try policy(text) }
        #expect(error?.rule == .malformed)
        #expect(error?.position != nil)
    }

    @Test func `depth, size and bytes that are no UTF-8 are refused`() {
        let deep = Array(String(repeating: "[", count: 100_000).utf8)
        #expect(throws: PolicyError.self) { try Policy(json: deep) }.map { #expect($0.rule == .tooDeep) }
        let large = [UInt8](repeating: 0x20, count: 5 << 20)
        #expect(throws: PolicyError.self) { try Policy(json: large) }.map { #expect($0.rule == .tooLarge) }
        #expect(throws: PolicyError.self) { try Policy(json: [0x22, 0xFF, 0x22]) }.map {
            #expect($0.rule == .malformed)
        }
    }

    @Test func `escapes are the characters that they stand for`() throws {
        let text =
            #"{"countersignPolicy": 1, "hosts": [{"pattern": "\u0061.\u0065xample", "minimumTLSVersion": "1\u002e3"}]}"#
        let policy = try policy(text)
        #expect(policy.hosts.first?.pattern == "a.example")
        #expect(policy.hosts.first?.minimumVersion == .tls13)
    }

    @Test func `more mistakes than can be told are no endless list`() throws {
        let keys = (0..<5_000).map { "\"k\($0)\": 1" }.joined(separator: ",")
        let read = try PolicyConversion(Array("{\(keys)}".utf8), format: .countersign)
        #expect(!read.isUsable)
        #expect(read.findings.count == 500)
    }

    @Test func `an anchor's file that isn't there is an error`() throws {
        let policy = try policy(#"{"countersignPolicy": 1, "anchors": {"files": ["no-such-file.pem"]}}"#)
        var configuration = Configuration()
        let error = #expect(throws: PolicyError.self) { try policy.apply(to: &configuration, host: "a.example") }
        #expect(error?.rule == .unreadableAnchor)
        #expect(throws: PolicyError.self) { try Policy(contentsOfFile: "/no/such/policy.json") }
    }
}
