import Countersign
import TestSupport
import Testing

/// Stores that are written here, read here.
struct PKCS12ExportTests {
    private static let protections: [PKCS12Protection] = [.modern, .legacy]

    @Test(arguments: [KeyType.p256, .p384, .rsa2048], protections)
    func `a store gives back what went in`(type: KeyType, protection: PKCS12Protection) throws {
        let workshop = try Workshop()
        let key = try PrivateKey.generate(type)
        let leaf = try workshop.issuing.issue(Workshop.server("a.example"), publicKeyInfo: key.publicKeyInfo)
        let chain = [leaf, workshop.issuing.certificate, workshop.root.certificate]
        for passphrase: Passphrase in ["secret", "pässwörd 装置 🔑", ""] {
            let store = try exportPKCS12(
                privateKey: key, certificates: chain, passphrase: passphrase, friendlyName: "Gerät 🔑",
                protection: protection)
            var options = ImportOptions()
            options.requiresIntegrity = true
            let item = try #require(importPKCS12(store, passphrase: passphrase, options: options).first)
            #expect(item.certificateChain == chain)
            #expect(item.anchors == [workshop.root.certificate])
            #expect(item.label == "Gerät 🔑")
            #expect(item.keyID?.count == 20)
            #expect(item.privateKey?.pin == key.pin)
            #expect(item.identity?.certificates == [leaf, workshop.issuing.certificate])
        }
    }

    @Test(arguments: protections)
    func `another passphrase or a changed byte opens nothing`(protection: PKCS12Protection) throws {
        let root = try Workshop.root()
        var protection = protection
        protection.iterations = 1
        var store = try exportPKCS12(
            privateKey: root.privateKey, certificates: [root.certificate], passphrase: "secret", protection: protection)
        #expect(throws: ImportError.self) { try importPKCS12(store, passphrase: "Secret") }
        let item = try #require(importPKCS12(store, passphrase: "secret").first)
        #expect(item.label == nil)
        store[store.count / 2] ^= 1
        #expect(throws: ImportError.self) { try importPKCS12(store, passphrase: "secret") }
    }

    @Test func `two stores of the same key have nothing in common that tells of it`() throws {
        let root = try Workshop.root()
        func store() throws -> [UInt8] {
            try exportPKCS12(privateKey: root.privateKey, certificates: [root.certificate], passphrase: "secret")
        }
        let (first, second) = (try store(), try store())
        #expect(first.count == second.count)
        #expect(zip(first, second).count { $0 == $1 } < first.count / 2)
    }

    @Test func `a key without its certificate is refused`() throws {
        let root = try Workshop.root()
        let other = try PrivateKey.generate(.p256)
        func code(_ key: PrivateKey, _ certificates: [[UInt8]]) -> MintingError.Code? {
            #expect(throws: MintingError.self) {
                try exportPKCS12(privateKey: key, certificates: certificates, passphrase: "secret")
            }?.code
        }
        #expect(code(other, [root.certificate]) == .issuerKeyMismatch)
        #expect(code(root.privateKey, []) == .invalidTemplate)
        #expect(code(root.privateKey, [[1, 2, 3]]) == .malformed)
        #expect(code(root.privateKey, [root.certificate, [1, 2, 3]]) == .malformed)
    }
}
