import Countersign
import TestSupport
import Testing

/// What is made is trusted where it should be, and refused where it shouldn't; in our own eyes and in those of others.
struct CertificateMintingTests {
    @Test(arguments: [KeyType.p256, .p384, .rsa2048])
    func `a server's certificate is trusted for its names only`(type: KeyType) throws {
        let workshop = try Workshop(type)
        let key = try PrivateKey.generate(.p256)
        let template = Workshop.server("device.example", "192.0.2.7", "2001:db8::7", "*.pool.example")
        let certificate = try workshop.issuing.issue(template, publicKeyInfo: key.publicKeyInfo)
        for host in ["device.example", "192.0.2.7", "2001:db8::7", "one.pool.example", "DEVICE.example"] {
            #expect(try workshop.verdict(certificate, host: host) == nil, "\(host)")
        }
        for host in ["other.example", "192.0.2.8", "2001:db8::8", "pool.example", "a.b.pool.example"] {
            #expect(try workshop.verdict(certificate, host: host) == .identifierMismatch, "\(host)")
        }
        #expect(try workshop.verdict(certificate, host: nil, server: false) == .extendedKeyUsageForbidden)
        let late = UnixTime(seconds: Workshop.end.seconds + 1)
        #expect(try workshop.verdict(certificate, host: nil, at: Workshop.end) == nil)
        #expect(try workshop.verdict(certificate, host: nil, at: late) == .expired)
        let early = UnixTime(seconds: Workshop.begin.seconds - 1)
        #expect(try workshop.verdict(certificate, host: nil, at: Workshop.begin) == nil)
        #expect(try workshop.verdict(certificate, host: nil, at: early) == .notYetValid)
    }

    @Test func `a client's certificate is for clients`() throws {
        let workshop = try Workshop()
        var template = Workshop.template("Device 7")
        template.extendedKeyUsages = [.clientAuth]
        let key = try PrivateKey.generate(.p256)
        let certificate = try workshop.issuing.issue(template, publicKeyInfo: key.publicKeyInfo)
        #expect(try workshop.verdict(certificate, host: nil, server: false) == nil)
        #expect(try workshop.verdict(certificate, host: nil) == .extendedKeyUsageForbidden)
        #expect(try Identity(certificates: [certificate], privateKey: key).certificates == [certificate])
    }

    @Test func `the signature's hash suits the issuer's key`() throws {
        let expected: [KeyType: String] = [
            .p256: "ECDSA with SHA-256", .p384: "ECDSA with SHA-384", .rsa2048: "RSA with SHA-256",
        ]
        for (type, name) in expected {
            let root = try Workshop.root(type)
            let summary = try Workshop.summary(root.certificate)
            #expect(summary.signatureAlgorithm == name)
            #expect(summary.isAuthority && summary.isSelfIssued)
        }
    }

    @Test func `serial numbers are positive, of 16 octets, and never the same`() throws {
        let root = try Workshop.root()
        let key = try PrivateKey.generate(.p256)
        var seen: Set<String> = []
        for _ in 0..<50 {
            let der = try root.issue(Workshop.server("a.example"), publicKeyInfo: key.publicKeyInfo)
            let number = try Workshop.summary(der).serialNumber
            #expect(number.count == 32)
            #expect(("4"..."7").contains(String(number.first ?? "0")))
            seen.insert(number)
        }
        #expect(seen.count == 50)
    }

    /// RFC 5280 §4.1.2.5, and what strict readers say of both.
    @Test(arguments: [
        ("2049-12-31T23:59:59Z", "UTCTIME", "491231235959Z"),
        ("2050-01-01T00:00:00Z", "GENERALIZEDTIME", "20500101000000Z"),
        ("9999-12-31T23:59:59Z", "GENERALIZEDTIME", "99991231235959Z"),
    ])
    func `dates are UTCTime until 2049 and GeneralizedTime from 2050`(
        date: String, kind: String, text: String
    ) throws {
        var template = Workshop.template("Root")
        template.isAuthority = true
        template.notAfter = try #require(UnixTime(date))
        let root = try CertificateAuthority.selfSigned(template, with: .generate(.p256))
        #expect(root.notAfter == template.notAfter)
        try Workshop.withFolder { folder in
            let path = try root.certificate.write("root.der", in: folder)
            let fields = try Workshop.say(["openssl", "asn1parse", "-inform", "DER", "-in", path])
            #expect(fields.contains(try Regex("\(kind) +:\(text)")), "\(fields)")
        }
    }

    @Test func `names in any script are kept, and a nameless server has a critical SAN`() throws {
        let workshop = try Workshop()
        let key = try PrivateKey.generate(.p256)
        var template = Workshop.server("device.example")
        template.commonName = "Gerät 7, 装置"
        template.organization = "Beispiel"
        let named = try workshop.issuing.issue(template, publicKeyInfo: key.publicKeyInfo)
        #expect(try Workshop.summary(named).subject == "CN=Gerät 7\\, 装置,O=Beispiel")
        (template.commonName, template.organization) = (nil, nil)
        let nameless = try workshop.issuing.issue(template, publicKeyInfo: key.publicKeyInfo)
        #expect(try workshop.verdict(nameless, host: "device.example") == nil)
        try Workshop.withFolder { folder in
            let path = try nameless.write("nameless.der", in: folder)
            let text = try Workshop.say(["openssl", "x509", "-inform", "DER", "-in", path, "-noout", "-text"])
            #expect(text.contains("Subject Alternative Name: critical"))
        }
    }
}
