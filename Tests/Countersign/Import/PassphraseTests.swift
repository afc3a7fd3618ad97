import Testing

@testable import Countersign

struct PassphraseTests {
    private func encode(_ text: String, _ encoding: PassphraseEncoding) -> [UInt8]? {
        Passphrase(text).encoded(as: encoding)?.copied()
    }

    @Test func `a BMPString is UTF-16 with two zeros`() {
        #expect(encode("Beavis", .bmpString) == hex("0042006500610076006900730000"))
        #expect(encode("é世", .bmpString) == hex("00e94e160000"))
        #expect(encode("🔐", .bmpString) == hex("d83ddd100000"))
        #expect(encode("", .bmpString) == [0, 0])
    }

    @Test func `other encodings are what old software wrote`() {
        #expect(encode("é", .utf8) == hex("c3a9"))
        #expect(encode("é", .latin1) == hex("e9"))
        #expect(encode("世", .latin1) == nil)
        #expect(encode("é", .widenedBytes) == hex("00c300a90000"))
        #expect(encode("é", .bmpStringUnterminated) == hex("00e9"))
        #expect(encode("é", .none) == [])
    }

    @Test func `bytes that are no UTF-8 are Latin-1`() {
        for (bytes, units) in [
            (hex("e9"), hex("00e90000")), (hex("c328"), hex("00c300280000")), (hex("eda080"), hex("00ed00a000800000")),
            (hex("f4908080"), hex("00f40090008000800000")), (hex("c080"), hex("00c000800000")),
            (hex("e4b8"), hex("00e400b80000")),
        ] {
            var input = bytes
            let passphrase = Passphrase(utf8: &input)
            #expect(passphrase.encoded(as: .bmpString)?.copied() == units)
            #expect(input.allSatisfy { $0 == 0 })
        }
    }
}
