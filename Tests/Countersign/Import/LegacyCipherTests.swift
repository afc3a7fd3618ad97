import CountersignCore
import Testing

@testable import Countersign

/// The algorithms that are Countersign's own, on their published vectors.
struct LegacyCipherTests {
    /// RFC 2268 §5: key, effective bits, plaintext, ciphertext.
    static let rc2: [(String, Int, String, String)] = [
        ("0000000000000000", 63, "0000000000000000", "ebb773f993278eff"),
        ("ffffffffffffffff", 64, "ffffffffffffffff", "278b27e42e2f0d49"),
        ("3000000000000000", 64, "1000000000000001", "30649edf9be7d2c2"),
        ("88", 64, "0000000000000000", "61a8a244adacccf0"),
        ("88bca90e90875a", 64, "0000000000000000", "6ccf4308974c267f"),
        ("88bca90e90875a7f0f79c384627bafb2", 64, "0000000000000000", "1a807d272bbe5db1"),
        ("88bca90e90875a7f0f79c384627bafb2", 128, "0000000000000000", "2269552ab0f85ca6"),
        (
            "88bca90e90875a7f0f79c384627bafb216f80a6f85920584c42fceb0be255daf1e", 129, "0000000000000000",
            "5b78d3a43dfff1f1"
        ),
    ]

    private func decipherRC2(_ key: [UInt8], _ bits: Int, _ ciphertext: [UInt8]) -> [UInt8]? {
        guard let cipher = RC2(key: key.span, effectiveBits: bits) else { return nil }
        var output = [UInt8](repeating: 0, count: 8)
        var span = output.mutableSpan
        let iv = [UInt8](repeating: 0, count: 8)
        return cipher.decryptCBC(iv: iv.span, input: ciphertext.span, output: &span) ? output : nil
    }

    @Test(arguments: rc2)
    func `RC2 deciphers the vectors of its RFC`(_ key: String, _ bits: Int, _ plaintext: String, _ ciphertext: String) {
        #expect(decipherRC2(hex(key), bits, hex(ciphertext)) == hex(plaintext))
    }

    @Test func `RC2 refuses impossible keys and lengths`() {
        let block = [UInt8](repeating: 0, count: 8)
        #expect(decipherRC2([], 40, block) == nil)
        #expect(decipherRC2([UInt8](repeating: 1, count: 129), 40, block) == nil)
        #expect(decipherRC2([1], 0, block) == nil)
        #expect(decipherRC2([1], 1025, block) == nil)
        #expect(decipherRC2([1], 1024, [UInt8](block.dropLast())) == nil)
    }

    @Test(arguments: [
        ("4b6579", "506c61696e74657874", "bbf316e8d940af0ad3"),
        ("57696b69", "7065646961", "1021bf0420"),
        ("536563726574", "41747461636b206174206461776e", "45a01f645fc35b383552544b9bf5"),
    ])
    func `RC4 enciphers the published vectors`(_ key: String, _ plaintext: String, _ ciphertext: String) {
        var output = [UInt8](repeating: 0, count: hex(plaintext).count)
        var span = output.mutableSpan
        let isDone = RC4.run(key: hex(key).span, input: hex(plaintext).span, output: &span)
        #expect(isDone)
        #expect(output == hex(ciphertext))
    }

    /// The vectors for RFC 7292 appendix B that several libraries share: passphrase, salt, purpose, iterations, octets.
    static let derivations: [(String, String, UInt8, UInt64, String)] = [
        ("smeg", "0A58CF64530D823F", 1, 1, "8AAAE6297B6CB04642AB5B077851284EB7128F1A2A7FBCA3"),
        ("smeg", "0A58CF64530D823F", 2, 1, "79993DFE048D3B76"),
        ("smeg", "642B99AB44FB4B1F", 1, 1, "F3A95FEC48D7711E985CFE67908C5AB79FA3D7C5CAA5D966"),
        ("smeg", "642B99AB44FB4B1F", 2, 1, "C0A38D64A79BEA1D"),
        ("smeg", "3D83C0E4546AC140", 3, 1, "8D967D88F6CAA9D714800AB3D48051D63F73A312"),
        ("queeg", "05DEC959ACFF72F7", 1, 1000, "ED2034E36328830FF09DF1E1A07DD357185DAC0D4F9EB3D4"),
        ("queeg", "05DEC959ACFF72F7", 2, 1000, "11DEDAD7758D4860"),
        ("queeg", "1682C0FC5B3F7EC5", 1, 1000, "483DD6E919D7DE2E8E648BA8F862F3FBFBDC2BCB2C02957F"),
        ("queeg", "1682C0FC5B3F7EC5", 2, 1000, "9D461D1B00355C50"),
        ("queeg", "263216FCC2FAB31C", 3, 1000, "5EC4C7A80DF652294C3925B6489A7AB857C83476"),
    ]

    @Test(arguments: derivations)
    func `the key derivation gives the shared vectors`(
        _ passphrase: String, _ salt: String, _ purpose: UInt8, _ iterations: UInt64, _ octets: String
    ) {
        let derived = derive(passphrase, .bmpString, salt: hex(salt), purpose, .sha1, iterations, hex(octets).count)
        #expect(derived == hex(octets))
    }

    private func derive(
        _ passphrase: String, _ encoding: PassphraseEncoding, salt: [UInt8], _ purpose: UInt8, _ hash: HashAlgorithm,
        _ iterations: UInt64, _ count: Int
    ) -> [UInt8]? {
        guard let encoded = Passphrase(passphrase).encoded(as: encoding),
            let purpose = PKCS12KeyDerivation.Purpose(rawValue: purpose)
        else { return nil }
        return PKCS12KeyDerivation.derive(
            purpose, count: count, hash: hash, passphrase: encoded.span, salt: salt.span, iterations: iterations)?
            .copied()
    }

    @Test func `the empty passphrase has two encodings that differ`() {
        let none = derive("", .none, salt: [], 1, .sha256, 3, 24)
        let terminated = derive("", .bmpString, salt: [], 1, .sha256, 3, 24)
        #expect(none?.count == 24)
        #expect(none != terminated)
    }
}
