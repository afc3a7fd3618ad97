import Countersign
import Testing

/// The text forms of pins, both ways.
@Suite struct PinTextTests {
    /// A digest whose base64 begins with a slash and has a plus sign.
    private static let slashed = Pin(sha256: SHA256Digest { $0 == 0 ? 0xff : $0 == 1 ? 0xef : UInt8($0) &* 7 })
    private static let plain = Pin(sha256: SHA256Digest { UInt8($0) &* 11 })

    @Test(arguments: [plain, slashed])
    func `every form that is written is read again`(pin: Pin) throws {
        let pairs = stride(from: 0, to: 64, by: 2).map { offset in
            String(Array(pin.hexadecimal)[offset..<offset + 2]).uppercased()
        }
        let colons = pairs.joined(separator: ":")
        let unpadded = String(pin.base64.prefix { $0 != "=" })
        for text in [
            pin.text, pin.curlText, pin.headerText, pin.base64, pin.hexadecimal, pin.base64URL, colons, unpadded,
            pin.hexadecimal.uppercased(), "sha256/" + pin.hexadecimal, "sha256/" + pin.base64URL,
        ] {
            #expect(try Pin(text) == pin, "\(text)")
        }
        #expect(pin.text == "sha256/" + pin.base64)
        #expect(pin.curlText == "sha256//" + pin.base64)
        #expect(pin.headerText == "pin-sha256=\"" + pin.base64 + "\"")
    }

    @Test(arguments: ["ab/", "m3d5/", "a-b-c/", "sha512/"])
    func `base64 may begin as another digest's name would`(start: String) throws {
        let text = start + String(repeating: "A", count: 43 - start.utf8.count) + "="
        let pin = try Pin(text)
        #expect(pin.base64URL == String(text.dropLast().map { $0 == "/" ? "_" : $0 }))
        #expect(throws: PinningError.self) { try Pin(start + String(repeating: "A", count: 42)) }
    }

    @Test func `base64 may begin with a slash`() throws {
        #expect(Self.slashed.base64.hasPrefix("/"))
        #expect(try Pin("sha256/" + Self.slashed.base64) == Self.slashed)
        #expect(try Pin("sha256//" + Self.slashed.base64) == Self.slashed)
    }

    @Test(arguments: [
        ("sha256/AAAA", PinningError.Code.wrongLength), ("AAAA", .wrongLength), ("sha256/", .malformedPin),
        ("", .malformedPin), ("sha256/not base64!", .malformedPin),
        ("sha512/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", .unknownDigest),
        ("md5/AAAAAAAAAAAAAAAAAAAAAA==", .unknownDigest), ("sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=", .legacyDigest),
        ("pin-sha256=\"AAAA\"", .wrongLength),
        ("sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .wrongLength),
    ])
    func `what is no pin is refused by name`(text: String, code: PinningError.Code) {
        let error = #expect(throws: PinningError.self) { try Pin(text) }
        #expect(error?.code == code)
        #expect(error?.subject == text)
    }

    @Test func `old pins are read where they are asked for`() throws {
        let pin = try Pin("sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=", allowingLegacySHA1: true)
        #expect(pin.kind == .legacyPublicKey)
        #expect(pin.text == "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        #expect(throws: PinningError.self) {
            try Pin("sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=", kind: .certificate, allowingLegacySHA1: true)
        }
    }

    @Test func `kinds with one digest are different pins`() {
        #expect(Self.plain != Pin(certificateSHA256: Self.plain.digest))
    }
}
