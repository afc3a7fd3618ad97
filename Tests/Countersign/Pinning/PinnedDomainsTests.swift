import Countersign
import Testing

/// Which pins hold for a host, and what they say about a path.
@Suite struct PinnedDomainsTests {
    private let pins = [PinPaths.pin(1), PinPaths.pin(2)]
    private let pinned = PinPaths.path(7, 8, 1)
    private let other = PinPaths.path(7, 8, 9)

    private func domain(_ pattern: String, _ change: (inout PinnedDomain) -> Void = { _ in }) -> PinnedDomain {
        var domain = PinnedDomain(pattern, pins: pins)
        change(&domain)
        return domain
    }

    @Test(arguments: [
        ("example.com", "example.com", true), ("example.com", "EXAMPLE.com.", true),
        ("example.com", "www.example.com", false), ("example.com", "badexample.com", false),
        ("*.example.com", "www.example.com", true), ("*.example.com", "example.com", false),
        ("*.example.com", "a.b.example.com", false), ("**.example.com", "example.com", true),
        ("**.example.com", "a.b.c.example.com", true), ("**.example.com", "badexample.com", false),
        ("localhost", "localhost", true), ("nas.local", "nas.local", true), ("printer.corp", "printer.corp", true),
        ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false),
        ("2001:db8::1", "2001:DB8:0:0:0:0:0:1", true), ("2001:db8::1", "2001:db8::2", false),
        ("192.0.2.7", "::ffff:192.0.2.7", true),
        ("::ffff:c000:207", "192.0.2.7", true), ("::192.0.2.7", "192.0.2.7", false),
        ("s3.amazonaws.com", "s3.amazonaws.com", true), ("σkhttp.com", "xn--khttp-fde.com", true),
        ("ΣKHTTP.com", "xn--khttp-fde.com", true), ("bücher.example", "xn--bcher-kva.example", true),
    ])
    func `a pattern holds for its hosts and no others`(pattern: String, host: String, holds: Bool) throws {
        #expect(try PinPaths.outcome([domain(pattern)], host, pinned) == (holds ? .matched : .notPinned))
        #expect(try PinPaths.outcome([domain(pattern)], host, other) == (holds ? .mismatched : .notPinned))
    }

    @Test(arguments: [
        "", "*", "**", "*.", "a.*.example.com", "www*.example.com", "*example.com", "***.example.com",
        "https://example.com", "example.com/path", "example.com:443", "exa mple.com", "a..b", ".example.com",
        "e\u{301}.example", "exam\u{200d}ple.com", "*.192.0.2.7x:1",
    ])
    func `a pattern that could match nothing is refused by name`(pattern: String) {
        let error = #expect(throws: PinningError.self) { try PinnedDomains([domain(pattern)]) }
        #expect(error?.code == .invalidPattern)
        #expect(error?.subject == pattern)
    }

    @Test func `all patterns that name a host hold together`() throws {
        let domains = [
            PinnedDomain("www.example.com", pins: [PinPaths.pin(1), PinPaths.pin(2)]),
            PinnedDomain("*.example.com", pins: [PinPaths.pin(3), PinPaths.pin(4)]),
            PinnedDomain("**.example.com", pins: [PinPaths.pin(5), PinPaths.pin(6)]),
        ]
        for key in [1, 3, 5] {
            #expect(try PinPaths.outcome(domains, "www.example.com", PinPaths.path(key)) == .matched)
        }
        #expect(try PinPaths.outcome(domains, "www.example.com", PinPaths.path(9)) == .mismatched)
        #expect(try PinPaths.outcome(domains, "ftp.example.com", PinPaths.path(1)) == .mismatched)
        let verdict = PinPaths.verdict(try PinnedDomains(domains), "www.example.com", PinPaths.path(9))
        #expect(verdict.domain == 0)
    }

    @Test func `of domains that include subdomains the longest holds alone`() throws {
        var top = PinnedDomain("example.com", pins: [PinPaths.pin(1), PinPaths.pin(2)])
        top.includesSubdomains = true
        var deep = PinnedDomain("b.example.com", pins: [PinPaths.pin(3), PinPaths.pin(4)])
        deep.includesSubdomains = true
        #expect(try PinPaths.outcome([top, deep], "a.b.example.com", PinPaths.path(3)) == .matched)
        #expect(try PinPaths.outcome([top, deep], "a.b.example.com", PinPaths.path(1)) == .mismatched)
        #expect(try PinPaths.outcome([top, deep], "a.c.example.com", PinPaths.path(1)) == .matched)
        #expect(try PinPaths.outcome([top, deep], "notexample.com", PinPaths.path(9)) == .notPinned)
    }

    @Test func `an exclusion frees its host and needs something to be excluded from`() throws {
        let top = domain("example.com") { $0.includesSubdomains = true }
        let domains = [top, .excluding("free.example.com")]
        #expect(try PinPaths.outcome(domains, "free.example.com", other) == .notPinned)
        #expect(try PinPaths.outcome(domains, "bound.example.com", other) == .mismatched)
        let error = #expect(throws: PinningError.self) {
            try PinnedDomains([domain("example.com"), .excluding("free.example.com")])
        }
        #expect(error?.code == .pointlessExclusion)
        #expect(error?.subject == "free.example.com")
    }

    @Test func `a leaf and an authority must both be pinned where both are wanted`() throws {
        var domain = PinnedDomain("example.com")
        domain.leafPins = [PinPaths.pin(1), PinPaths.pin(2)]
        domain.authorityPins = [PinPaths.pin(3), PinPaths.pin(4)]
        #expect(try PinPaths.outcome([domain], "example.com", PinPaths.path(1, 9, 3)) == .matched)
        #expect(try PinPaths.outcome([domain], "example.com", PinPaths.path(1, 9, 9)) == .mismatched)
        #expect(try PinPaths.outcome([domain], "example.com", PinPaths.path(9, 9, 3)) == .mismatched)
        #expect(try PinPaths.outcome([domain], "example.com", PinPaths.path(3, 9, 1)) == .mismatched)
        #expect(try PinPaths.outcome([domain], "example.com", PinPaths.path(1)) == .mismatched)
    }

    @Test func `the matched certificate is told, keys and certificates alike`() throws {
        let byKey = PinPaths.verdict(try PinnedDomains([domain("a.test")]), "a.test", pinned)
        #expect(byKey.matchedCertificate == 2)
        let certificate = PinnedDomain(
            "a.test", pins: [Pin(certificateSHA256: PinPaths.digest(1_000_008)), PinPaths.pin(2)])
        let byCertificate = PinPaths.verdict(try PinnedDomains([certificate]), "a.test", pinned)
        #expect(byCertificate.matchedCertificate == 1)
        // The digest of a certificate is no pin of a key.
        let confused = PinnedDomain("a.test", pins: [PinPaths.pin(1_000_008), PinPaths.pin(2)])
        #expect(try PinPaths.outcome([confused], "a.test", pinned) == .mismatched)
    }

    @Test func `an expired domain no longer binds, to the second`() throws {
        let domains = [domain("a.test") { $0.expiration = UnixTime(seconds: 1_000) }]
        #expect(try PinPaths.outcome(domains, "a.test", other, at: 999) == .mismatched)
        #expect(try PinPaths.outcome(domains, "a.test", other, at: 1_000) == .expired)
        #expect(try PinPaths.outcome(domains, "a.test", pinned, at: 1_000) == .expired)
    }

    @Test func `report-only accepts and tells, unless another domain enforces`() throws {
        let reporting = domain("a.test") { $0.enforcement = .reportOnly }
        #expect(try PinPaths.outcome([reporting], "a.test", other) == .reported)
        #expect(try PinPaths.outcome([reporting], "a.test", pinned) == .matched)
        let enforcing = PinnedDomain("**.test", pins: [PinPaths.pin(3), PinPaths.pin(4)])
        #expect(try PinPaths.outcome([reporting, enforcing], "a.test", pinned) == .mismatched)
        #expect(try PinPaths.outcome([reporting, enforcing], "a.test", PinPaths.path(3)) == .matched)
    }

    @Test func `a single pin is refused unless it only reports or is permitted`() throws {
        for pins in [[PinPaths.pin(1)], [PinPaths.pin(1), PinPaths.pin(1)]] {
            var domain = PinnedDomain("a.test", pins: pins)
            let error = #expect(throws: PinningError.self) { try PinnedDomains([domain]) }
            #expect(error?.code == .backupPinMissing)
            domain.allowsMissingBackupPin = true
            _ = try PinnedDomains([domain])
            domain.allowsMissingBackupPin = false
            domain.enforcement = .reportOnly
            _ = try PinnedDomains([domain])
        }
        let empty = #expect(throws: PinningError.self) { try PinnedDomains([PinnedDomain("a.test")]) }
        #expect(empty?.code == .noPins)
    }

    @Test(arguments: [("a.test", "A.test."), ("*.a.test", "*.a.test"), ("::1", "0:0:0:0:0:0:0:1")])
    func `one pattern twice is refused, however it is written`(first: String, second: String) {
        let error = #expect(throws: PinningError.self) { try PinnedDomains([domain(first), domain(second)]) }
        #expect(error?.code == .duplicatePattern)
    }

    @Test func `the longest host there is and a pattern at each of its labels`() throws {
        let labels = Array(repeating: "a", count: 127)
        let host = labels.joined(separator: ".")
        #expect(host.utf8.count == 253)
        let domains = (1...127).map { count in
            PinnedDomain(
                "**." + labels.prefix(count).joined(separator: "."),
                pins: [PinPaths.pin(count), PinPaths.pin(1_000 + count)])
        }
        for count in [1, 64, 127] {
            #expect(try PinPaths.outcome(domains, host, PinPaths.path(count)) == .matched)
        }
        #expect(try PinPaths.outcome(domains, host, PinPaths.path(5_000)) == .mismatched)
        #expect(try PinPaths.outcome(domains, "a", PinPaths.path(2)) == .mismatched)
    }

    @Test func `old SHA-1 pins are compared with SHA-1 of keys alone`() throws {
        let legacy = Pin(legacySHA1: InlineArray { PinPaths.digest(2_000_008)[$0] })
        let domain = PinnedDomain("a.test", pins: [legacy, PinPaths.pin(2)])
        #expect(try PinPaths.outcome([domain], "a.test", pinned) == .matched)
        #expect(try PinPaths.outcome([domain], "a.test", PinPaths.path(7)) == .mismatched)
    }

    @Test(arguments: [1, 100, 10_000])
    func `verdicts don't depend on how many hosts are pinned`(count: Int) throws {
        let domains = try PinnedDomains(
            (0..<count).map { number in
                PinnedDomain(
                    "h\(number).example.com", pins: [PinPaths.pin(number), PinPaths.pin(number + 100_000)])
            })
        for number in [0, count / 2, count - 1] {
            let host = "h\(number).example.com"
            let verdict = PinPaths.verdict(domains, host, PinPaths.path(200_001, number))
            #expect(verdict.outcome == .matched)
            #expect(verdict.domain == number)
            #expect(PinPaths.verdict(domains, host, PinPaths.path(200_001)).outcome == .mismatched)
        }
        #expect(PinPaths.verdict(domains, "h\(count).example.com", PinPaths.path(0)).outcome == .notPinned)
    }
}
