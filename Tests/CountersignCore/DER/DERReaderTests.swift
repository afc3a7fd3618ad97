import Testing

@testable import CountersignCore

@Suite("DER is read strictly")
struct DERReaderTests {
    private func error(_ bytes: [UInt8], _ read: (inout DERReader) throws(DERError) -> Void) -> DERError.Code? {
        var reader = DERReader(bytes.span)
        do throws(DERError) {
            try read(&reader)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A length is read in its shortest form only (X.690 §10.1)")
    func lengths() {
        let long = [UInt8](repeating: 0, count: 0x80)
        #expect(error([0x04, 0x01, 0x00]) { reader throws(DERError) in _ = try reader.next() } == nil)
        #expect(error([0x04, 0x81, 0x80] + long) { reader throws(DERError) in _ = try reader.next() } == nil)
        #expect(error([0x04, 0x81, 0x01, 0x00]) { reader throws(DERError) in _ = try reader.next() } == .invalidLength)
        #expect(
            error([0x04, 0x82, 0x00, 0x80] + long) { reader throws(DERError) in _ = try reader.next() }
                == .invalidLength)
        #expect(error([0x30, 0x80, 0x00, 0x00]) { reader throws(DERError) in _ = try reader.next() } == .invalidLength)
        #expect(
            error([0x04, 0x84, 0xff, 0xff, 0xff, 0xff]) { reader throws(DERError) in _ = try reader.next() }
                == .invalidLength)
    }

    @Test("An element that is longer than its surroundings is refused")
    func truncation() {
        #expect(error([0x04]) { reader throws(DERError) in _ = try reader.next() } == .truncated)
        #expect(error([0x04, 0x02, 0x00]) { reader throws(DERError) in _ = try reader.next() } == .truncated)
        #expect(error([0x04, 0x82, 0x01]) { reader throws(DERError) in _ = try reader.next() } == .truncated)
    }

    @Test("A tag number above 30 is refused")
    func highTags() {
        #expect(error([0x1f, 0x81, 0x00, 0x00]) { reader throws(DERError) in _ = try reader.next() } == .unexpectedTag)
    }

    @Test("A boolean is 00 or FF (X.690 §11.1)")
    func booleans() {
        #expect(error([0x01, 0x01, 0xff]) { reader throws(DERError) in _ = try reader.boolean() } == nil)
        #expect(error([0x01, 0x01, 0x01]) { reader throws(DERError) in _ = try reader.boolean() } == .invalidValue)
        #expect(error([0x01, 0x00]) { reader throws(DERError) in _ = try reader.boolean() } == .invalidValue)
    }

    @Test("An integer has no superfluous octets (X.690 §8.3.2)")
    func integers() {
        #expect(error([0x02, 0x02, 0x00, 0x80]) { reader throws(DERError) in _ = try reader.integer() } == nil)
        #expect(error([0x02, 0x01, 0x80]) { reader throws(DERError) in _ = try reader.integer() } == nil)
        #expect(
            error([0x02, 0x02, 0x00, 0x7f]) { reader throws(DERError) in _ = try reader.integer() } == .invalidValue)
        #expect(
            error([0x02, 0x02, 0xff, 0x80]) { reader throws(DERError) in _ = try reader.integer() } == .invalidValue)
        #expect(error([0x02, 0x00]) { reader throws(DERError) in _ = try reader.integer() } == .invalidValue)
    }

    @Test("A count is not negative, and a huge one is as good as the largest")
    func counts() throws {
        let huge: [UInt8] = [0x02, 0x05, 0x01, 0, 0, 0, 0]
        var reader = DERReader(huge.span)
        let count = try reader.count()
        #expect(count == .max)
        #expect(error([0x02, 0x01, 0xff]) { reader throws(DERError) in _ = try reader.count() } == .invalidValue)
    }

    @Test("An object identifier's numbers have no leading zeros and an end (X.690 §8.19.2)")
    func identifiers() {
        #expect(
            error([0x06, 0x03, 0x55, 0x1d, 0x13]) { reader throws(DERError) in _ = try reader.objectIdentifier() }
                == nil)
        #expect(
            error([0x06, 0x02, 0x55, 0x80]) { reader throws(DERError) in _ = try reader.objectIdentifier() }
                == .invalidValue)
        #expect(
            error([0x06, 0x03, 0x55, 0x80, 0x01]) { reader throws(DERError) in _ = try reader.objectIdentifier() }
                == .invalidValue)
    }

    @Test("A bit string's unused bits are zero (X.690 §11.2.1)")
    func bitStrings() {
        #expect(error([0x03, 0x02, 0x01, 0x06]) { reader throws(DERError) in _ = try reader.bitString() } == nil)
        #expect(
            error([0x03, 0x02, 0x01, 0x07]) { reader throws(DERError) in _ = try reader.bitString() } == .invalidValue)
        #expect(
            error([0x03, 0x02, 0x08, 0x00]) { reader throws(DERError) in _ = try reader.bitString() } == .invalidValue)
        #expect(error([0x03, 0x01, 0x01]) { reader throws(DERError) in _ = try reader.bitString() } == .invalidValue)
        #expect(error([0x03, 0x00]) { reader throws(DERError) in _ = try reader.bitString() } == .invalidValue)
    }

    @Test(
        "A time is in Zulu with seconds, in either form (RFC 5280 §4.1.2.5)",
        arguments: [
            ("500101000000Z", -631_152_000 as Int64?), ("491231235959Z", 2_524_607_999), ("700101000000Z", 0),
            ("20500101000000Z", 2_524_608_000), ("00010101000000Z", -62_135_596_800),
            ("99991231235959Z", 253_402_300_799),
            ("7001010000Z", nil), ("700101000000+0000", nil), ("20500101000000.5Z", nil), ("701301000000Z", nil),
            ("700230000000Z", nil), ("700101240000Z", nil), ("700101000060Z", nil), ("7001010000x0Z", nil),
            ("20000229000000Z", 951_782_400), ("21000229000000Z", nil),
        ])
    func times(_ text: String, _ seconds: Int64?) {
        let tag: UInt8 = text.count <= 13 || text.contains("+") ? 0x17 : 0x18
        let bytes = DER.element(tag, Array(text.utf8))
        var reader = DERReader(bytes.span)
        let time = try? reader.time()
        #expect(time?.seconds == seconds)
    }

    @Test("A moment's calendar date leads back to it", arguments: [-62_167_219_200, -1, 0, 951_782_400, 4_102_444_800])
    func calendar(_ seconds: Int64) throws {
        let parts = UnixTime(seconds: seconds).components
        let time = UnixTime(
            year: parts.year, month: parts.month, day: parts.day, hour: parts.hour, minute: parts.minute,
            second: parts.second)
        #expect(time?.seconds == seconds)
    }
}
