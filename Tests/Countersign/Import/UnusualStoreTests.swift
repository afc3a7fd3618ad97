import Testing

@testable import Countersign

/// Stores that RFC 7292 or BER allow but few tools write, and such as nobody should.
struct UnusualStoreTests {
    private typealias Builder = StoreBuilder

    private let leaf: [UInt8]
    private let rsa: [UInt8]
    private let key: [UInt8]

    init() throws {
        leaf = try ImportFixtures.bytes("leaf.der")
        rsa = try ImportFixtures.bytes("rsa.der")
        key = try ImportFixtures.bytes("key-pkcs8.der")
    }

    private func code(_ file: [UInt8], _ passphrase: Passphrase? = nil) -> ImportError.Code? {
        #expect(throws: ImportError.self) { try importPKCS12(file, passphrase: passphrase) }?.code
    }

    @Test func `another key's localKeyID never forms an identity`() throws {
        let file = Builder.store(Builder.keyBag(key, keyID: [1]), Builder.certificateBag(rsa, keyID: [1]))
        let items = try importPKCS12(file, passphrase: nil)
        #expect(items.count == 1)
        #expect(items[0].identity == nil)
        #expect(items[0].obstacle?.code == .keyMismatch)
        let error = #expect(throws: ImportError.self) { try Identity.importing(file, passphrase: nil) }
        #expect(error?.code == .keyMismatch)
    }

    @Test func `the public key decides over the localKeyID`() throws {
        let file = Builder.store(
            Builder.certificateBag(rsa, keyID: [1]), Builder.keyBag(key, keyID: [1]),
            Builder.certificateBag(leaf, keyID: [2]))
        let items = try importPKCS12(file, passphrase: nil)
        #expect(items[0].identity?.certificate == leaf)
        #expect(items[0].anchors == [rsa])
    }

    @Test func `bags in bags are read and others are named`() throws {
        let inner = Builder.bag(6, Builder.sequence(Builder.keyBag(key), Builder.certificateBag(leaf)))
        let file = Builder.store(
            Builder.bag(6, Builder.sequence(inner)), Builder.bag(5, Builder.sequence()),
            Builder.bag(4, Builder.sequence()), Builder.bag(9, Builder.sequence()))
        let store = try PKCS12Store(file, passphrase: nil)
        #expect(store.items[0].identity?.certificate == leaf)
        #expect(store.skippedBags == ["secretBag", "crlBag", "bag of type 1.2.840.113549.1.12.10.1.9"])
        #expect(store.integrity == .absent)
    }

    @Test func `an empty store has no items`() throws {
        #expect(try importPKCS12(Builder.store(), passphrase: nil).isEmpty)
        #expect(try importPKCS12(Builder.store(authenticatedSafe: Builder.sequence()), passphrase: nil).isEmpty)
        let error = #expect(throws: ImportError.self) { try Identity.importing(Builder.store(), passphrase: nil) }
        #expect(error?.code == .noPrivateKey)
    }

    @Test func `modes and kinds that are not read are named`() {
        let sdsi = Builder.store(Builder.certificateBag(leaf, type: .sdsiCertificate))
        let error = #expect(throws: ImportError.self) { try importPKCS12(sdsi, passphrase: nil) }
        #expect(error?.code == .unsupportedAlgorithm)
        #expect(error?.detail.contains("SDSI") == true)
        let signed = Builder.sequence(
            [0x02, 0x01, 0x03],
            Builder.sequence(Builder.object(.cmsSignedData), Builder.element(0xA0, Builder.sequence())))
        #expect(code(signed) == .unsupportedAlgorithm)
        let enveloped = Builder.store(
            authenticatedSafe: Builder.sequence(
                Builder.sequence(Builder.object(.cmsEnvelopedData), Builder.element(0xA0, Builder.sequence()))))
        #expect(code(enveloped) == .unsupportedAlgorithm)
        let old = Builder.sequence([0x02, 0x01, 0x01], Builder.sequence())
        #expect(code(old) == .unsupportedAlgorithm)
    }

    @Test func `indefinite lengths and strings in pieces are joined`() throws {
        let contents = Builder.indefinite(0x30, Builder.keyBag(key), Builder.certificateBag(leaf))
        let pieces = stride(from: 0, to: contents.count, by: 7).map {
            Builder.element(0x04, [UInt8](contents[$0..<min($0 + 7, contents.count)]))
        }
        let nested = Builder.indefinite(0x24, Builder.element(0x24, pieces.flatMap { $0 }), Builder.element(0x04))
        let info = Builder.indefinite(0x30, Builder.object(.cmsData), Builder.indefinite(0xA0, nested))
        let safe = Builder.indefinite(0x30, info)
        let file = Builder.indefinite(
            0x30, [0x02, 0x01, 0x03],
            Builder.indefinite(
                0x30, Builder.object(.cmsData),
                Builder.indefinite(0xA0, Builder.indefinite(0x24, Builder.element(0x04, safe)))))
        let items = try importPKCS12(file, passphrase: nil)
        #expect(items[0].identity?.certificate == leaf)
    }

    @Test func `depth is bounded`() {
        var nested: [UInt8] = []
        for _ in 0..<5000 { nested += [0x30, 0x80] }
        #expect(code(nested) == .malformed)
        #expect(code([0x30, 0x80, 0x02, 0x01, 0x03] + nested) == .malformed)
        var bags = Builder.keyBag(key)
        for _ in 0..<40 { bags = Builder.bag(6, Builder.sequence(bags)) }
        #expect(code(Builder.store(bags)) == .malformed)
    }

    @Test func `absurd lengths are errors`() {
        for header: [UInt8] in [
            [0x30, 0xFF], [0x30, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x30, 0x89, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF], [0x30, 0x85, 1, 0, 0, 0, 0],
            [0x1F, 0x80], [0x3F, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x01], [0x04, 0x80], [0x30, 0x80, 0x00], [0x30],
        ] {
            #expect(code(header) == .malformed)
            #expect(code([0x30, 0x82, 0x00] + header) == .malformed)
        }
    }

    /// pbeWithSHAAnd3-KeyTripleDES-CBC with an iteration count.
    private func bomb(_ iterations: [UInt8]) -> [UInt8] {
        let parameters = Builder.sequence(Builder.element(0x04, [1, 2]), Builder.element(0x02, iterations))
        let scheme = Builder.sequence(Builder.object(.pkcs(12, 1, 3)), parameters)
        return Builder.bag(2, Builder.sequence(scheme, Builder.element(0x04, [UInt8](repeating: 0, count: 8))))
    }

    @Test func `iteration bombs are refused one by one and together`() {
        #expect(code(Builder.store(bomb([0x7F, 0xFF, 0xFF, 0xFF])), "x") == .workLimitExceeded)
        #expect(code(Builder.store(bomb([UInt8](repeating: 0x7F, count: 20))), "x") == .workLimitExceeded)
        #expect(
            code(Builder.store(bomb([0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])), "x") == .workLimitExceeded
        )
        let many = (0..<100).flatMap { _ in bomb([0x01, 0x86, 0xA0]) }
        #expect(code(Builder.store(many), "x") == .workLimitExceeded)
        #expect(code(Builder.store(bomb([0])), "x") == .malformed)
        #expect(code(Builder.store(bomb([0xFF])), "x") == .malformed)
    }

    @Test func `keys cost work too, and so do pairs`() {
        var options = ImportOptions()
        options.iterationLimit = 10_000
        func code(_ keys: Int, _ certificates: Int) -> ImportError.Code? {
            let bags = (0..<keys).flatMap { _ in Builder.keyBag(key) }
            let file = Builder.store(bags + (0..<certificates).flatMap { _ in Builder.certificateBag(leaf) })
            do throws(ImportError) {
                _ = try importPKCS12(file, passphrase: nil, options: options)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(2, 1) == nil)
        #expect(code(3, 1) == .workLimitExceeded)
        options.iterationLimit = 1_000_000
        #expect(code(100, 2_501) == .workLimitExceeded)
    }

    @Test func `the legacy encoding is tried only when asked`() throws {
        // OpenSSL before 1.1 took each byte of the UTF-8 for a character: the same as this passphrase is now.
        let file = try ImportFixtures.bytes("openssl-mojibake.p12")
        #expect(code(file, "é") == .wrongPassphrase)
        var options = ImportOptions()
        options.triesLegacyPassphraseEncodings = true
        #expect(try importPKCS12(file, passphrase: "é", options: options).count == 1)
    }
}
