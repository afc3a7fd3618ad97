import Countersign
import TestSupport
import Testing

/// What can be pinned in files of all kinds.
@Suite struct PinSubjectTests {
    private func subjects(_ name: String, _ passphrase: Passphrase? = nil) throws -> [PinSubject] {
        try PinSubject.importing(try Fixtures.bytes(name), passphrase: passphrase)
    }

    @Test func `certificate, key and what OpenSSL makes of them have one pin`() throws {
        let certificate = try subjects("localhost.pem")[0]
        #expect(certificate.kind == .certificate && certificate.name == "CN=localhost")
        #expect(certificate.certificatePin != nil)
        let key = try subjects("localhost.key.der")[0]
        #expect(key.kind == .privateKey && key.publicKeyPin == certificate.publicKeyPin && key.certificatePin == nil)
        let path = try Fixtures.path("localhost.key.der")
        for arguments in [
            ["pkey", "-inform", "DER", "-in", path, "-pubout"],
            ["req", "-new", "-keyform", "DER", "-key", path, "-subj", "/CN=r"],
        ] {
            let text = Array(try run(["openssl"] + arguments).stdout.utf8)
            for file in [text, try PEMDocument(text).blocks[0].contents] {
                let subject = try PinSubject.importing(file)[0]
                #expect(subject.publicKeyPin == certificate.publicKeyPin)
                #expect(subject.kind == (arguments[0] == "req" ? .certificateRequest : .publicKey))
                #expect(subject.name == (arguments[0] == "req" ? "CN=r" : ""))
            }
        }
        #expect(try subjects("localhost.chain.pem").count > 1)
    }

    @Test func `RSA's own form of a public key has the pin of its SubjectPublicKeyInfo`() throws {
        let path = try Fixtures.path("rsa-localhost.pem")
        let certificate = try subjects("rsa-localhost.pem")[0]
        let info = try run(["openssl", "x509", "-in", path, "-noout", "-pubkey"]).stdout
        let bare = try run(["openssl", "rsa", "-pubin", "-RSAPublicKey_out"], stdin: info).stdout
        #expect(bare.contains("BEGIN RSA PUBLIC KEY"))
        let file = Array(bare.utf8)
        #expect(try PinSubject.importing(file)[0].publicKeyPin == certificate.publicKeyPin)
        let der = try PEMDocument(file).blocks[0].contents
        #expect(try PinSubject.importing(der)[0].publicKeyPin == certificate.publicKeyPin)
    }

    @Test func `what holds nothing to pin is refused`() throws {
        for bytes in [
            [], [0x30, 0x00], [0x30, 0x82, 0xFF, 0xFF], Array("hello".utf8), [UInt8](repeating: 0x30, count: 4_000),
        ] {
            #expect(throws: ImportError.self) { try PinSubject.importing(bytes) }
        }
        let certificate = try PEMDocument(try Fixtures.bytes("localhost.pem")).blocks[0].contents
        for count in stride(from: 0, to: certificate.count, by: 7) {
            #expect(throws: ImportError.self) { try PinSubject.importing(Array(certificate[..<count])) }
        }
    }

    @Test func `an encrypted key wants its passphrase`() throws {
        let error = #expect(throws: ImportError.self) { try subjects("client.key.encrypted.pem") }
        #expect(error?.code == .passphraseNeeded)
    }
}
