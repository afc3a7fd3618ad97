import Countersign
import Testing

/// Private keys in every form that OpenSSL writes.
struct PrivateKeyTests {
    @Test(arguments: ImportFixtures.rows("key"))
    func `a key has the public half that OpenSSL finds`(_ row: ImportFixtures.Row) throws {
        let file = try ImportFixtures.bytes(row.file)
        let passphrase = row.passphrase.isEmpty ? nil : Passphrase(row.passphrase)
        guard row.expectation != "unsupported" else {
            let error = #expect(throws: ImportError.self) { try PrivateKey(file, passphrase: passphrase) }
            #expect(error?.code == .unsupportedAlgorithm)
            return
        }
        let key = try PrivateKey(file, passphrase: passphrase)
        #expect(try key.publicKeyInfo == ImportFixtures.bytes("\(row.file).spki"))
    }

    @Test(arguments: ImportFixtures.rows("key").filter { $0.expectation == "encrypted" })
    func `an encrypted key tells a missing from a wrong passphrase`(_ row: ImportFixtures.Row) throws {
        let file = try ImportFixtures.bytes(row.file)
        let missing = #expect(throws: ImportError.self) { try PrivateKey(file) }
        #expect(missing?.code == .passphraseNeeded)
        let wrong = #expect(throws: ImportError.self) { try PrivateKey(file, passphrase: "definitely-wrong") }
        #expect(wrong?.code == .wrongPassphrase)
    }

    @Test func `a file without a key says so`() throws {
        for name in ["leaf.pem", "leaf.der", "openssl-default.p12"] {
            let file = try ImportFixtures.bytes(name)
            let error = #expect(throws: ImportError.self) { try PrivateKey(file) }
            #expect(error?.code == .noPrivateKey)
        }
    }

    @Test func `a truncated key is an error at every length`() throws {
        for name in ["key-pkcs8.der", "key-pkcs1.der", "key-sec1.der", "key-pkcs8.pem", "key-pbe-sha1-3des.der"] {
            let file = try ImportFixtures.bytes(name)
            for length in 0..<file.count - 1 {
                #expect(throws: ImportError.self, "\(name) cut to \(length)") {
                    try PrivateKey([UInt8](file[..<length]), passphrase: "secret")
                }
            }
        }
    }
}
