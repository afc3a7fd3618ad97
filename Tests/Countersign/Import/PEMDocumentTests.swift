import Countersign
import Foundation
import Testing

/// RFC 7468, from both sides of each strictness.
struct PEMDocumentTests {
    private static let payload = [UInt8](0..<60)

    private func document(_ text: String, _ strictness: PEMStrictness = .standard) throws -> PEMDocument {
        try PEMDocument([UInt8](text.utf8), strictness: strictness)
    }

    private func accepts(_ text: String) -> [Bool] {
        [PEMStrictness.strict, .standard, .lax].map { strictness in
            do {
                let blocks = try document(text, strictness).blocks
                return blocks.count == 1 && blocks[0].contents == Self.payload
            } catch {
                return false
            }
        }
    }

    private let lines = Data(Self.payload).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        .split(separator: "\n").map(String.init)

    private var good: String {
        (["-----BEGIN TEST-----"] + lines + ["-----END TEST-----", ""]).joined(separator: "\n")
    }

    @Test func `the strict form is read by all`() {
        #expect(accepts(good) == [true, true, true])
        #expect(accepts(good.replacingOccurrences(of: "\n", with: "\r\n")) == [true, true, true])
        #expect(accepts(good.replacingOccurrences(of: "\n", with: "\r")) == [true, true, true])
        #expect(accepts("Subject: somebody\nsome text\n" + good + "more text\n") == [true, true, true])
    }

    @Test func `looser forms allow more`() {
        #expect(accepts(String(good.dropLast())) == [false, true, true])
        let oneLine = "-----BEGIN TEST-----\n" + lines.joined() + "\n-----END TEST-----\n"
        #expect(accepts(oneLine) == [false, true, true])
        #expect(accepts(good.replacingOccurrences(of: lines[0], with: lines[0] + " \t")) == [false, true, true])
        #expect(accepts(good.replacingOccurrences(of: "TEST-----\n", with: "TEST-----\n\n")) == [false, true, true])
        #expect(accepts("\u{FEFF}" + good) == [false, true, true])
        let headers = "-----BEGIN TEST-----\nProc-Type: 4\nX: a\n b\n\n"
        #expect(accepts(good.replacingOccurrences(of: "-----BEGIN TEST-----\n", with: headers)) == [false, true, true])
        let spaced = lines[0].prefix(10) + " " + lines[0].dropFirst(10)
        #expect(accepts(good.replacingOccurrences(of: lines[0], with: spaced)) == [false, false, true])
        #expect(accepts(good.replacingOccurrences(of: "-----BEGIN", with: "  -----BEGIN")) == [false, false, true])
        #expect(accepts(good.replacingOccurrences(of: "END TEST", with: "END OTHER")) == [false, false, true])
    }

    @Test func `some things no form allows`() {
        #expect(accepts(good.replacingOccurrences(of: "-----END TEST-----\n", with: "")) == [false, false, false])
        #expect(
            accepts(good.replacingOccurrences(of: lines[0], with: "*" + lines[0].dropFirst())) == [false, false, false])
        #expect(accepts(good.replacingOccurrences(of: lines[1], with: "")) == [false, false, false])
        #expect(
            accepts(good.replacingOccurrences(of: "BEGIN TEST-----", with: "BEGIN TEST----")) == [false, false, false])
    }

    @Test func `padding is exact`() throws {
        func contents(_ base64: String, _ strictness: PEMStrictness) throws -> [UInt8] {
            try document("-----BEGIN X-----\n\(base64)\n-----END X-----\n", strictness).blocks[0].contents
        }
        #expect(try contents("QQ==", .strict) == [0x41])
        #expect(try contents("QUI=", .strict) == [0x41, 0x42])
        #expect(try contents("QQ", .lax) == [0x41])
        #expect(try contents("QUI", .lax) == [0x41, 0x42])
        #expect(try contents("QQ=", .lax) == [0x41])
        for bad in ["QQ", "QR==", "QUJ=", "Q===", "====", "QQ==QQ==", "QQ=Q", "Q"] {
            #expect(throws: ImportError.self, "\(bad)") { try contents(bad, .standard) }
        }
        #expect(throws: ImportError.self) { try contents("Q", .lax) }
    }

    @Test func `all blocks come in their order`() throws {
        let text = good + "between\n" + good.replacingOccurrences(of: "TEST", with: "OTHER ONE") + good
        let blocks = try document(text).blocks
        #expect(blocks.map(\.label) == ["TEST", "OTHER ONE", "TEST"])
        #expect(blocks.allSatisfy { $0.contents == Self.payload })
        #expect(blocks[0].offset == 0)
        #expect(try document(text).contents(labelled: "TEST").count == 2)
    }

    @Test func `headers are kept`() throws {
        let text = good.replacingOccurrences(
            of: "-----BEGIN TEST-----\n", with: "-----BEGIN TEST-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: A,B\n\n")
        let block = try document(text).blocks[0]
        #expect(block.headers.map(\.name) == ["Proc-Type", "DEK-Info"])
        #expect(block.headers.map(\.value) == ["4,ENCRYPTED", "A,B"])
        #expect(block.contents == Self.payload)
    }

    @Test func `errors tell where`() throws {
        let broken = good.replacingOccurrences(of: lines[0], with: "*" + lines[0].dropFirst())
        let error = #expect(throws: ImportError.self) { try document("text\n" + broken) }
        #expect(error?.code == .malformed)
        #expect(error?.offset == 5 + 21)
    }

    @Test func `a file without blocks has none`() throws {
        #expect(try document("").blocks.isEmpty)
        #expect(try document("no certificates here\n").blocks.isEmpty)
        #expect(!PEMDocument.isPEM([UInt8]("-----END X-----".utf8)))
    }

    @Test func `encoding is the inverse of decoding`() throws {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8($0 &* 37 & 0xFF) }
            let text = PEMDocument.encoded(bytes, label: "SOME THING")
            let blocks = try PEMDocument([UInt8](text.utf8), strictness: count == 0 ? .standard : .strict).blocks
            #expect(blocks.count == 1)
            #expect(blocks[0].label == "SOME THING")
            #expect(blocks[0].contents == bytes)
        }
    }
}
