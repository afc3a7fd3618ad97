import Testing

@testable import CountersignCore

@Suite("A key is used for what its certificates allow")
struct PurposeTests {
    private let server = TrustPolicy.ssl(server: true, hostname: nil)
    private let client = TrustPolicy.ssl(server: false, hostname: nil)

    @Test("Extended key usage is asked of every certificate that has it (RFC 5280 §4.2.1.12)")
    func throughThePath() throws {
        let serverLeaf = leaf.with(purposes: "1.3.6.1.5.5.7.3.1")
        #expect(try codes([serverLeaf, issuer], anchor: root, policy: server).isEmpty)
        #expect(try codes([serverLeaf, issuer], anchor: root, policy: client) == [.extendedKeyUsageForbidden])
        let clientIssuer = issuer.with(purposes: "1.3.6.1.5.5.7.3.2")
        #expect(try codes([serverLeaf, clientIssuer], anchor: root, policy: server) == [.extendedKeyUsageForbidden])
        let clientRoot = root.with(purposes: "1.3.6.1.5.5.7.3.2")
        #expect(try codes([serverLeaf, issuer], anchor: clientRoot, policy: server) == [.extendedKeyUsageForbidden])
    }

    @Test("anyExtendedKeyUsage and the absence of the extension allow everything")
    func anything() throws {
        #expect(try codes([leaf, issuer], anchor: root, policy: server).isEmpty)
        #expect(try codes([leaf.with(purposes: "2.5.29.37.0"), issuer], anchor: root, policy: client).isEmpty)
    }

    @Test("The basic policy asks for no purpose")
    func basic() throws {
        #expect(try codes([leaf.with(purposes: "1.3.6.1.5.5.7.3.4"), issuer], anchor: root).isEmpty)
    }

    @Test("A key for TLS may sign, agree, or with RSA key transport encipher (RFC 5280 §4.2.1.3)")
    func keyUsage() throws {
        let signing = leaf.with("2.5.29.15", [0x03, 0x02, 0x07, 0x80])
        let enciphering = leaf.with("2.5.29.15", [0x03, 0x02, 0x05, 0x20])
        let certifying = leaf.with("2.5.29.15", [0x03, 0x02, 0x02, 0x04])
        #expect(try codes([signing, issuer], anchor: root, policy: server).isEmpty)
        #expect(try codes([enciphering, issuer], anchor: root, policy: server).isEmpty)
        #expect(try codes([enciphering, issuer], anchor: root, policy: client) == [.keyUsageForbidden])
        #expect(try codes([certifying, issuer], anchor: root, policy: server) == [.keyUsageForbidden])
        #expect(try codes([certifying, issuer], anchor: root).isEmpty)
    }
}
