import Countersign
import Testing

/// Identities from certificate and key files.
struct IdentityTests {
    @Test func `a chain file in any order gives leaf then intermediates`() throws {
        let parts = try ["root.pem", "intermediate.pem", "leaf.pem", "namesake.pem"].map(ImportFixtures.bytes)
        let (leaf, intermediate) = try (ImportFixtures.bytes("leaf.der"), ImportFixtures.bytes("intermediate.der"))
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [2, 2, 1, 1]] {
            let file = order.flatMap { parts[$0] }
            let identity = try Identity(certificateFile: file, keyFile: ImportFixtures.bytes("leaf.key"))
            #expect(identity.certificates == [leaf, intermediate])
        }
    }

    @Test func `certificate and key may be in one file, or in DER`() throws {
        let combined = try ImportFixtures.bytes("leaf.key") + ImportFixtures.bytes("leaf.pem")
        #expect(try Identity.importing(combined, passphrase: nil).certificates.count == 1)
        let identity = try Identity(
            certificateFile: ImportFixtures.bytes("leaf.der"), keyFile: ImportFixtures.bytes("key-pkcs8.der"))
        #expect(try identity.certificates == [ImportFixtures.bytes("leaf.der")])
    }

    @Test func `another certificate's key never forms an identity`() throws {
        let (certificate, key) = try (ImportFixtures.bytes("leaf.pem"), ImportFixtures.bytes("rsa.key"))
        let error = #expect(throws: ImportError.self) { try Identity(certificateFile: certificate, keyFile: key) }
        #expect(error?.code == .keyMismatch)
    }

    @Test func `what is missing is named`() throws {
        let certificate = try ImportFixtures.bytes("leaf.der")
        let key = try ImportFixtures.bytes("key-pkcs8.der")
        func code(_ file: [UInt8]) -> ImportError.Code? {
            #expect(throws: ImportError.self) { try Identity.importing(file, passphrase: nil) }?.code
        }
        #expect(code(certificate) == .noPrivateKey)
        #expect(code(key) == .noCertificate)
        #expect(code([]) == .unknownFormat)
        #expect(code([UInt8]("hello".utf8)) == .unknownFormat)
        #expect(code([UInt8](certificate.prefix(100))) == .malformed)
    }

    @Test func `a self signed leaf is sent alone`() throws {
        let identity = try Identity(
            certificateFile: ImportFixtures.bytes("root.pem"), keyFile: ImportFixtures.bytes("root.key"))
        #expect(try identity.certificates == [ImportFixtures.bytes("root.der")])
    }

    @Test func `file forms are told by content`() throws {
        func form(_ name: String) throws -> FileForm { FileForm(sniffing: try ImportFixtures.bytes(name)) }
        #expect(try form("leaf.pem") == .pem)
        #expect(try form("leaf.der") == .certificate)
        #expect(try form("key-pkcs8.der") == .privateKey)
        #expect(try form("key-sec1.der") == .privateKey)
        #expect(try form("key-pkcs1.der") == .privateKey)
        #expect(try form("key-pbe-sha1-3des.der") == .encryptedPrivateKey)
        #expect(try form("openssl-default.p12") == .pkcs12)
        #expect(FileForm(sniffing: []) == .unknown)
    }
}
