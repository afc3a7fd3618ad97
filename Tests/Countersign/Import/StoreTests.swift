import Countersign
import Testing

/// Key stores made here and now by OpenSSL, Java, GnuTLS and Python.
struct StoreTests {
    @Test func `the fixtures are there`() throws {
        _ = try ImportFixtures.bytes("manifest.tsv")
        #expect(ImportFixtures.rows("pkcs12").count > 40)
    }

    @Test(arguments: ImportFixtures.rows("pkcs12"))
    func `a store gives what its maker put in`(_ row: ImportFixtures.Row) throws {
        let file = try ImportFixtures.bytes(row.file)
        #expect(FileForm(sniffing: file) == .pkcs12)
        guard row.expectation != "unsupported" else {
            let error = #expect(throws: ImportError.self) {
                try importPKCS12(file, passphrase: Passphrase(row.passphrase))
            }
            #expect(error?.code == .unsupportedAlgorithm)
            #expect(error?.detail.isEmpty == false)
            return
        }
        let store = try PKCS12Store(file, passphrase: Passphrase(row.passphrase))
        #expect(store.items.filter { $0.privateKey != nil }.count == row.keys)
        #expect(store.certificates.count == row.certificates)
        if row.keys > 0, row.certificates > 0 {
            #expect(store.items.allSatisfy { $0.identity != nil && $0.obstacle == nil })
        }
        #expect((store.integrity == .absent) == (row.file.contains("nomac") || row.expectation == "open"))
        for identity in store.items.compactMap({ $0.identity }) where row.certificates >= 2 {
            // Leaf, then the intermediate; the root never.
            let isRSA = identity.privateKey.algorithmName == "RSA"
            let leaf = try ImportFixtures.bytes(isRSA ? "rsa.der" : "leaf.der")
            #expect(identity.certificate == leaf)
            #expect(try identity.certificates == [leaf, ImportFixtures.bytes("intermediate.der")])
        }
    }

    /// GnuTLS asks for 600,000 iterations everywhere: two of its stores are enough where that is paid twice.
    static let quickRows = ImportFixtures.rows("pkcs12").filter { row in
        !row.file.hasPrefix("gnutls-") || row.file.hasPrefix("gnutls-null") || row.file.hasPrefix("gnutls-3des")
    }

    @Test(arguments: quickRows)
    func `a wrong passphrase is called that`(_ row: ImportFixtures.Row) throws {
        let file = try ImportFixtures.bytes(row.file)
        guard row.expectation != "unsupported" else { return }
        guard row.expectation != "open" else {
            #expect(throws: Never.self) { try importPKCS12(file, passphrase: "definitely-wrong") }
            return
        }
        let error = #expect(throws: ImportError.self) { try importPKCS12(file, passphrase: "definitely-wrong") }
        #expect(error?.code == .wrongPassphrase)
    }

    @Test(arguments: quickRows)
    func `only open and empty stores open without a passphrase`(_ row: ImportFixtures.Row) throws {
        let file = try ImportFixtures.bytes(row.file)
        guard row.expectation != "unsupported" else { return }
        if row.expectation == "open" || row.expectation == "empty" {
            #expect(try importPKCS12(file, passphrase: nil).count == 1)
        } else {
            let error = #expect(throws: ImportError.self) { try importPKCS12(file, passphrase: nil) }
            #expect(error?.code == .passphraseNeeded)
        }
    }

    @Test func `a store without a MAC is visible and can be refused`() throws {
        let file = try ImportFixtures.bytes("openssl-nomac.p12")
        #expect(try PKCS12Store(file, passphrase: "111111").integrity == .absent)
        var options = ImportOptions()
        options.requiresIntegrity = true
        let error = #expect(throws: ImportError.self) {
            try importPKCS12(file, passphrase: "111111", options: options)
        }
        #expect(error?.code == .integrityAbsent)
    }

    @Test func `a store of certificates gives anchors`() throws {
        let file = try ImportFixtures.bytes("openssl-nokeys.p12")
        let items = try importPKCS12(file, passphrase: "111111")
        #expect(items.count == 1)
        #expect(items[0].identity == nil)
        #expect(items[0].anchors.count == 3)
        #expect(items[0].obstacle?.code == .noPrivateKey)
        let error = #expect(throws: ImportError.self) { try Identity.importing(file, passphrase: "111111") }
        #expect(error?.code == .noPrivateKey)
    }

    @Test func `the chain follows names and keys and keeps the root as anchor`() throws {
        for name in ["openssl-reversed.p12", "openssl-namesake.p12"] {
            let item = try importPKCS12(ImportFixtures.bytes(name), passphrase: "111111")[0]
            let (leaf, intermediate, root) = try (
                ImportFixtures.bytes("leaf.der"), ImportFixtures.bytes("intermediate.der"),
                ImportFixtures.bytes("root.der")
            )
            #expect(item.certificateChain == [leaf, intermediate, root])
            #expect(item.identity?.certificates == [leaf, intermediate])
            #expect(item.anchors.contains(root))
        }
    }

    @Test func `label and keyID come along`() throws {
        let item = try importPKCS12(ImportFixtures.bytes("openssl-default.p12"), passphrase: "111111")[0]
        #expect(item.label == "client one")
        #expect(item.keyID?.count == 20)
    }

    @Test func `a label chooses one of several identities`() throws {
        let file = try ImportFixtures.bytes("java-two.p12")
        let items = try importPKCS12(file, passphrase: "changeit")
        #expect(items.compactMap { $0.identity }.count == 2)
        let error = #expect(throws: ImportError.self) { try Identity.importing(file, passphrase: "changeit") }
        #expect(error?.code == .multipleIdentities)
        let chosen = try Identity.importing(file, passphrase: "changeit", label: "client two")
        #expect(chosen.privateKey.algorithmName == "RSA")
    }

    @Test func `a key without certificate says so`() throws {
        let file = try ImportFixtures.bytes("python-key.p12")
        let item = try importPKCS12(file, passphrase: "secret")[0]
        #expect(item.identity == nil)
        #expect(item.privateKey?.algorithmName == "EC")
        #expect(item.obstacle?.code == .noCertificate)
    }

    @Test func `iterations are bounded in total before any work`() throws {
        let file = try ImportFixtures.bytes("openssl-600000.p12")
        #expect(throws: Never.self) { try importPKCS12(file, passphrase: "111111") }
        var options = ImportOptions()
        options.iterationLimit = 600_000
        let started = ContinuousClock.now
        let error = #expect(throws: ImportError.self) {
            try importPKCS12(file, passphrase: "111111", options: options)
        }
        #expect(error?.code == .workLimitExceeded)
        #expect(ContinuousClock.now - started < .milliseconds(100))
    }

    @Test func `an altered store is told from a wrong passphrase`() throws {
        var file = try ImportFixtures.bytes("openssl-default.p12")
        let mac = try #require(file.lastIndex(of: 0x20))
        // The MAC's value lies behind its DigestInfo, near the end.
        file[min(mac + 1, file.count - 16)] ^= 1
        let error = #expect(throws: ImportError.self) { try importPKCS12(file, passphrase: "111111") }
        #expect(error?.code == .integrityFailed || error?.code == .malformed)
        let wrong = #expect(throws: ImportError.self) { try importPKCS12(file, passphrase: "222222") }
        #expect(wrong?.code == .wrongPassphrase || wrong?.code == .malformed)
    }

    @Test func `nothing prints a key or a passphrase`() throws {
        let passphrase: Passphrase = "111111"
        let item = try importPKCS12(ImportFixtures.bytes("openssl-default.p12"), passphrase: passphrase)[0]
        #expect("\(passphrase)" == "(passphrase)")
        #expect(item.privateKey.map { "\($0)" } == "(EC private key)")
        #expect(item.identity.map { "\($0)" } == "(identity: EC, 2 certificates)")
    }
}
