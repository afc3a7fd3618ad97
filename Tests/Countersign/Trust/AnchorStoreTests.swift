import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Anchors come from memory, files, directories and the system")
struct AnchorStoreTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("anchors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func isTrusted(_ name: String, by store: AnchorStore) throws -> Bool {
        let leaf = try Fixtures.bytes("\(name).der")
        let issuer = try Fixtures.bytes("intermediate.der")
        let buffer = leaf + issuer
        let ranges = [ByteRange(start: 0, count: leaf.count), ByteRange(start: leaf.count, count: issuer.count)]
        var trust = ServerTrust(
            certificateChain: CertificateList(in: buffer.span, at: ranges.span), defaultAnchors: store.view,
            policy: .ssl(server: true, hostname: nil), verifyDate: UnixTime(seconds: Fixtures.clock))
        return (try? trust.evaluate()) != nil
    }

    @Test("DER and PEM are told apart by their contents, and a PEM text may hold many")
    func forms() throws {
        let der = AnchorStore(derOrPEM: try Fixtures.bytes("root.der"))
        let pem = AnchorStore(derOrPEM: try Fixtures.bytes("all-roots.pem"))
        #expect(der.count == 1 && der.skipped.isEmpty)
        #expect(pem.count == 3 && pem.skipped.isEmpty)
        #expect(try isTrusted("localhost", by: der))
        #expect(try isTrusted("localhost", by: pem))
    }

    @Test("Duplicates count once, and their order doesn't matter")
    func duplicates() throws {
        let root = try Fixtures.bytes("root.pem")
        let store = AnchorStore(certificates: [
            try Fixtures.bytes("other-root.pem"), root, try Fixtures.bytes("root.der"), root,
        ])
        #expect(store.count == 2)
        #expect(try isTrusted("localhost", by: store))
    }

    @Test("What is no certificate is skipped and reported, the rest is used")
    func skipped() throws {
        var broken = try Fixtures.bytes("root.der")
        broken[4] ^= 0xff
        let store = AnchorStore(certificates: [
            broken, Array("nothing".utf8), [], try Fixtures.bytes("localhost.key.pem"), try Fixtures.bytes("root.der"),
        ])
        #expect(store.count == 1)
        #expect(store.skipped.count == 4)
        guard case .malformed = store.skipped[0].reason, case .position(0) = store.skipped[0].source else {
            Issue.record("the first one is malformed")
            return
        }
        guard case .noCertificate = store.skipped[3].reason else {
            Issue.record("a key is no certificate")
            return
        }
        #expect(try isTrusted("localhost", by: store))
    }

    @Test("Lines of any width and ending, text around blocks, and no line breaks at all are read")
    func looseText() throws {
        let pem = try Fixtures.text("root.pem")
        let body = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        for text in [
            "Root CA\n=======\n" + pem + "\n# the end\n", pem.replacingOccurrences(of: "\n", with: "\r\n"),
            "-----BEGIN CERTIFICATE-----\(body)-----END CERTIFICATE-----",
            "-----BEGIN X509 CERTIFICATE-----\n\(body)\n-----END X509 CERTIFICATE-----\n",
        ] {
            #expect(AnchorStore(derOrPEM: Array(text.utf8)).count == 1)
        }
    }

    @Test("A directory's certificate files are found by their endings, in any case, and the others left alone")
    func directories() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (source, name) in [
            ("root.pem", "a.PEM"), ("other-root.der", "b.cer"), ("rsa-root.pem", "c.Crt"),
            ("p384-root.der", "0a1b2c3d.0"),
            ("localhost.pem", "notes.txt"), ("localhost.key.pem", "key.pem"),
        ] {
            try Data(Fixtures.bytes(source)).write(to: folder.appendingPathComponent(name))
        }
        let store = AnchorStore(directory: folder.path)
        #expect(store.count == 4)
        #expect(store.skipped.count == 1)
        guard case .path(let path)? = store.skipped.first?.source else {
            Issue.record("a file is named by its path")
            return
        }
        #expect(path.hasSuffix("/key.pem"))
    }

    @Test("What can't be read is reported with the system's number")
    func unreadable() {
        for store in [AnchorStore(directory: "/nowhere/at/all"), AnchorStore(files: ["/nowhere/at/all.pem"])] {
            #expect(store.count == 0)
            guard case .unreadable(let number)? = store.skipped.first?.reason else {
                Issue.record("unreadable")
                return
            }
            #expect(number == ENOENT)
        }
    }

    @Test("A name with a NUL in it is not the file before the NUL")
    func nul() throws {
        let path = try Fixtures.path("root.pem")
        #expect(AnchorStore(files: [path]).count == 1)
        let store = AnchorStore(files: [path + "\0x"])
        #expect(store.count == 0 && store.skipped.count == 1)
    }

    @Test("A mapped bundle is indexed without reading its certificates whole, and found in all the same")
    func mapped() throws {
        let store = try #require(AnchorStore(mapping: Fixtures.path("all-roots.pem")))
        #expect(store.count == 3)
        #expect(try isTrusted("localhost", by: store))
        #expect(try !isTrusted("other-localhost", by: store))
    }

    @Test("OpenSSL's trust settings limit an anchor to purposes (openssl-x509(1))")
    func trustSettings() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (setting, isTrusted) in [
            ("-addtrust serverAuth", true), ("-addtrust clientAuth", false), ("-addreject serverAuth", false),
        ] {
            let file = folder.appendingPathComponent("trusted.pem").path
            let outcome = try run(
                ["openssl", "x509", "-in", Fixtures.path("root.pem"), "-out", file, "-trustout"]
                    + setting.split(separator: " ").map(String.init))
            try #require(outcome.exitCode == 0, "\(outcome)")
            let mapped = try #require(AnchorStore(mapping: file))
            #expect(try self.isTrusted("localhost", by: mapped) == isTrusted, "\(setting)")
            #expect(try self.isTrusted("localhost", by: AnchorStore(files: [file])) == isTrusted, "\(setting)")
        }
    }

    @Test("Every certificate of a system's bundle can be read, old serial numbers and signatures or not")
    func systemBundle() throws {
        guard let folder = Fixtures.corpus("ca-bundle") else { return }
        let path = folder.appendingPathComponent("debian-ca-certificates-20230311+deb12u1.pem").path
        let store = try #require(AnchorStore(mapping: path))
        #expect(store.count == 137)
        #expect(store.skipped.isEmpty)
        #expect(AnchorStore(files: [path]).count == 137)
    }
}
