import Countersign
import Foundation
import TestSupport
import Testing

/// What is never made.
struct RefusedMintingTests {
    private func code(_ body: () throws -> Void) -> MintingError.Code? {
        #expect(throws: MintingError.self, performing: body)?.code
    }

    @Test func `another key than the issuer's is refused`() throws {
        let root = try Workshop.root()
        for type in [KeyType.p256, .p384, .rsa2048] {
            let key = try PrivateKey.generate(type)
            let found = code { _ = try CertificateAuthority(certificate: root.certificate, privateKey: key) }
            #expect(found == .issuerKeyMismatch)
        }
    }

    @Test func `only an authority issues, and only as far down as it may`() throws {
        let workshop = try Workshop()
        let key = try PrivateKey.generate(.p256)
        let leaf = try workshop.issuing.issue(Workshop.server("a.example"), publicKeyInfo: key.publicKeyInfo)
        #expect(code { _ = try CertificateAuthority(certificate: leaf, privateKey: key) } == .issuerNotAuthorized)
        var below = Workshop.template("Below")
        below.isAuthority = true
        let far = code { _ = try workshop.issuing.issue(below, publicKeyInfo: key.publicKeyInfo) }
        #expect(far == .issuerNotAuthorized)

        var limited = Workshop.template("Limited")
        (limited.isAuthority, limited.pathLength) = (true, 2)
        let authority = try CertificateAuthority.selfSigned(limited, with: .generate(.p256))
        #expect(code { _ = try authority.issue(below, publicKeyInfo: key.publicKeyInfo) } == .issuerNotAuthorized)
        below.pathLength = 2
        #expect(code { _ = try authority.issue(below, publicKeyInfo: key.publicKeyInfo) } == .issuerNotAuthorized)
        below.pathLength = 1
        _ = try authority.issue(below, publicKeyInfo: key.publicKeyInfo)
    }

    @Test func `nothing outlives its issuer`() throws {
        let root = try Workshop.root()
        let key = try PrivateKey.generate(.p256)
        var template = Workshop.server("a.example")
        template.notAfter = UnixTime(seconds: Workshop.end.seconds + 1)
        #expect(code { _ = try root.issue(template, publicKeyInfo: key.publicKeyInfo) } == .validityExceedsIssuer)
        template.notAfter = Workshop.end
        _ = try root.issue(template, publicKeyInfo: key.publicKeyInfo)
    }

    @Test func `a template that no certificate could have is refused`() throws {
        let root = try Workshop.root()
        let key = try PrivateKey.generate(.p256)
        func refuses(_ change: (inout CertificateTemplate) -> Void) -> MintingError.Code? {
            var template = Workshop.server("a.example")
            change(&template)
            return code { _ = try root.issue(template, publicKeyInfo: key.publicKeyInfo) }
        }
        #expect(refuses { $0.commonName = "" } == .invalidTemplate)
        #expect(refuses { $0.commonName = String(repeating: "ä", count: 65) } == .invalidTemplate)
        #expect(refuses { $0.commonName = "a\nb" } == .invalidTemplate)
        #expect(refuses { $0.commonName = "Root" } == .invalidTemplate)
        #expect(refuses { $0.notBefore = UnixTime(seconds: $0.notAfter.seconds + 1) } == .invalidTemplate)
        #expect(refuses { $0.notBefore = UnixTime(seconds: -700_000_000) } == .invalidTemplate)
        #expect(refuses { $0.pathLength = 0 } == .invalidTemplate)
        #expect(refuses { ($0.commonName, $0.subjectAlternativeNames) = (nil, []) } == .invalidTemplate)
        let leaf = Workshop.template("Leaf")
        #expect(code { _ = try CertificateAuthority.selfSigned(leaf, with: key) } == .invalidTemplate)
        let infos: [[UInt8]] = [[1, 2, 3], [], key.publicKeyInfo + [0], Array(key.publicKeyInfo.dropLast())]
        for info in infos {
            #expect(code { _ = try root.issue(Workshop.server("a.example"), publicKeyInfo: info) } == .malformed)
        }
        #expect(code { _ = try CertificateAuthority(certificate: [0x30, 0x00], privateKey: key) } == .malformed)
    }

    @Test(arguments: [
        "", "*", "*.", "*.example", "a.*.example", "**.a.example", "bücher.example", "-a.example", "a-.example", "a b",
        "a..b", "1.2.3", "[::1", "256.1.1.1", String(repeating: "a", count: 64) + ".example",
    ])
    func `what is neither a DNS name nor an address is no name`(text: String) {
        #expect(SubjectAlternativeName(text) == nil)
    }

    @Test func `names are normalised`() {
        #expect(SubjectAlternativeName("A.Example.")?.dnsName == "a.example")
        #expect(SubjectAlternativeName("*.A.example")?.dnsName == "*.a.example")
        #expect(SubjectAlternativeName("[::1]") == SubjectAlternativeName("0:0:0:0:0:0:0:1"))
        #expect(SubjectAlternativeName("::1")?.dnsName == nil)
    }

    @Test func `a key file is for its owner and never replaced by accident`() throws {
        try Workshop.withFolder { folder in
            let path = folder.appendingPathComponent("a.key").path
            let (first, second) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.rsa2048))
            try first.writePEM(to: path)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(code { try second.writePEM(to: path) } == .fileExists)
            #expect(try PrivateKey([UInt8](Data(contentsOf: URL(fileURLWithPath: path)))).pin == first.pin)
            try second.writePEM(to: path, replacing: true)
            #expect(try PrivateKey([UInt8](Data(contentsOf: URL(fileURLWithPath: path)))).pin == second.pin)
            #expect(code { try first.writePEM(to: path + "/below") } == .unwritableFile)
            #expect(code { try first.writePEM(to: "") } == .unwritableFile)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.key"])
        }
    }
}
