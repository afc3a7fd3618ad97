import Countersign
import Foundation
import TestSupport
import Testing

/// Declared pins, live: what they refuse, what they report, and that no answer gets round them.
@Suite struct PinnedServerTests {
    private func pin(_ name: String) throws -> Pin {
        let der = try Fixtures.chain(name)[0]
        return Pin(publicKeyOf: try Certificate(der.span))
    }

    private func domain(_ names: String...) throws -> PinnedDomain {
        PinnedDomain("localhost", pins: try names.map { try pin($0) })
    }

    /// The error, if the server is refused, and the connection's verdict and report.
    private func attempt(
        _ server: TLSServer, _ domain: PinnedDomain, anchor: String = "all-roots", reporter: PinReporter? = nil,
        _ handler: ((borrowing AuthenticationChallenge) throws -> Disposition)? = nil
    ) throws -> (error: ConnectionError?, verdict: PinVerdict?, report: PinReport?) {
        var configuration = try LiveClient.configuration(anchor: anchor)
        configuration.pinnedDomains = try PinnedDomains([domain])
        configuration.pinReporter = reporter
        var connection = try LiveClient.connection(to: server.port, configuration)
        var failure: ConnectionError?
        do throws(ConnectionError) {
            if let handler { try connection.handshake(handler) } else { try connection.handshake() }
        } catch {
            failure = error
        }
        let verdict = connection.record.handshake.serverTrust?.pins
        let report = connection.pinReport
        connection.close()
        return (failure, verdict, report)
    }

    @Test func `a server's key may be changed to the backup and to no third`() throws {
        let domain = try domain("localhost", "rsa-localhost")
        let primary = try attempt(.openssl("localhost"), domain)
        #expect(primary.error == nil)
        #expect(primary.verdict?.outcome == .matched)
        #expect(primary.verdict?.matchedCertificate == 0)
        let backup = try attempt(.openssl("rsa-localhost"), domain)
        #expect(backup.error == nil)
        #expect(backup.verdict?.outcome == .matched)
        let third = try attempt(.openssl("p384-localhost"), domain)
        #expect(third.error?.code == .pinMismatch)
        #expect(third.report?.wantedPins == domain.pins)
        let found = try ["p384-localhost", "p384-intermediate", "p384-root"].map { try pin($0) }
        #expect(third.report?.pathPins == found)
    }

    @Test func `expired pins leave it to default validation, which the record shows`() throws {
        var domain = try domain("p384-root", "rsa-root")
        domain.expiration = UnixTime(seconds: Fixtures.clock)
        let expired = try attempt(.openssl(), domain)
        #expect(expired.error == nil)
        #expect(expired.verdict?.outcome == .expired)
        #expect(try attempt(.openssl("other-localhost"), domain, anchor: "root").error?.code == .trustRefused)
        domain.expiration = UnixTime(seconds: Fixtures.clock + 1)
        #expect(try attempt(.openssl(), domain).error?.code == .pinMismatch)
    }

    @Test func `report-only needs a valid path all the same`() throws {
        var domain = try domain("p384-root", "rsa-root")
        domain.enforcement = .reportOnly
        let reported = try attempt(.openssl(), domain)
        #expect(reported.error == nil)
        #expect(reported.verdict?.outcome == .reported)
        #expect(try attempt(.openssl("other-localhost"), domain, anchor: "root").error?.code == .trustRefused)
        let blind = try attempt(.openssl("other-localhost"), domain, anchor: "root") { challenge in
            .useCredential(Credential(trust: challenge.protectionSpace.serverTrust!))
        }
        #expect(blind.error?.code == .pinMismatch)
        #expect(blind.verdict?.outcome == .unverified)
    }

    @Test func `a handler that evaluates nothing is bound by pins`() throws {
        let use: (borrowing AuthenticationChallenge) throws -> Disposition = { challenge in
            .useCredential(Credential(trust: challenge.protectionSpace.serverTrust!))
        }
        #expect(try attempt(.openssl(), domain("localhost", "root"), use).error == nil)
        #expect(try attempt(.openssl(), domain("other-root", "rsa-root"), use).error?.code == .pinMismatch)
        #expect(
            try attempt(.openssl("self-signed"), domain("localhost", "root"), use).error?.code == .pinMismatch)
    }

    @Test func `pins are compared with the path to a handler's own anchors`() throws {
        let store = AnchorStore(derOrPEM: try Fixtures.bytes("other-root.pem"))
        let own: (borrowing AuthenticationChallenge) throws -> Disposition = { challenge in
            var trust = challenge.protectionSpace.serverTrust!.anchored(to: store.view)
            _ = try trust.evaluate()
            return .useCredential(Credential(trust: trust))
        }
        let server = try TLSServer.openssl("other-localhost")
        #expect(try attempt(server, domain("other-root", "root"), anchor: "root", own).error == nil)
        #expect(try attempt(server, domain("rsa-root", "root"), anchor: "root", own).error?.code == .pinMismatch)
    }

    @Test func `another chain's path satisfies no pins, and expired pins want none`() throws {
        let chain = CertificateChain(certificates: try Fixtures.chain("other-localhost"))
        let store = AnchorStore(derOrPEM: try Fixtures.bytes("other-root.pem"))
        let foreign: (borrowing AuthenticationChallenge) throws -> Disposition = { challenge in
            var trust = ServerTrust(
                certificateChain: chain.list, defaultAnchors: store.view, policy: .ssl(server: true, hostname: nil),
                verifyDate: UnixTime(seconds: Fixtures.clock),
                identifier: challenge.protectionSpace.serverTrust!.identifier)
            _ = try trust.evaluate()
            return .useCredential(Credential(trust: trust))
        }
        var domain = try domain("other-root", "rsa-root")
        let refused = try attempt(.openssl(), domain, foreign)
        #expect(refused.error?.code == .pinMismatch)
        // What is compared, and told, is the server's own path.
        #expect(refused.verdict?.outcome == .mismatched)
        #expect(try refused.report?.pathPins.first == pin("localhost"))
        domain.expiration = UnixTime(seconds: Fixtures.clock)
        let expired = try attempt(.openssl(), domain, foreign)
        #expect(expired.error == nil && expired.verdict?.outcome == .expired)
    }

    @Test func `a pinned certificate that is sent and on no path is no match`() throws {
        // The path goes from the leaf to the root at once; the pinned intermediate is only appended.
        let server = try TLSServer.openssl("localhost-by-root", chain: "localhost")
        let domain = try domain("intermediate", "rsa-root")
        #expect(try attempt(server, domain).error?.code == .pinMismatch)
        #expect(try attempt(.openssl(), domain).error == nil)
    }

    @Test func `a failure is reported once a day, to a closure and a private file`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pins-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("reports.jsonl").path
        let log = ByteLog()
        let reporter = try #require(
            PinReporter(path: file, bundleIdentifier: "org.example.app") { log.append(Array($0.host.utf8) + [0x0a]) })
        let server = try TLSServer.openssl()
        var domain = try domain("p384-root", "rsa-root")
        domain.expiration = UnixTime(seconds: Fixtures.clock + 86_400)
        for _ in 0..<2 {
            #expect(try attempt(server, domain, reporter: reporter).error?.code == .pinMismatch)
        }
        #expect(log.text == "localhost\n")
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(json["app-bundle-id"] as? String == "org.example.app")
        #expect(json["hostname"] as? String == "localhost")
        #expect(json["noted-hostname"] as? String == "localhost")
        #expect(json["port"] as? Int == Int(server.port))
        #expect(json["enforce-pinning"] as? Bool == true)
        #expect(json["include-subdomains"] as? Bool == false)
        #expect(json["validation-result"] as? Int == 1)
        #expect(json["date-time"] as? String == "2030-01-01T00:00:00Z")
        #expect(json["known-pins-expiration-date"] as? String == "2030-01-02T00:00:00Z")
        #expect(json["known-pins"] as? [String] == domain.pins.map { $0.headerText })
        let chain = try #require(json["validated-certificate-chain"] as? [String])
        let expected = try Fixtures.chain("localhost") + Fixtures.chain("root")
        #expect(chain.map { PEMText.body($0) } == expected.map { Data($0).base64EncodedString() })

        // A day later it is news again; a second before that it isn't.
        let report = try #require(try attempt(server, domain).report)
        #expect(!reporter.report(report, at: UnixTime(seconds: Fixtures.clock + 86_399)))
        #expect(reporter.report(report, at: UnixTime(seconds: Fixtures.clock + 86_400)))
        #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test func `a report that can't be written breaks nothing and is counted`() throws {
        let nowhere = try #require(PinReporter(path: "/nonexistent/reports.jsonl"))
        let server = try TLSServer.openssl()
        var domain = try domain("p384-root", "rsa-root")
        domain.enforcement = .reportOnly
        #expect(try attempt(server, domain, reporter: nowhere).error == nil)
        #expect(nowhere.unwrittenCount == 1)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("full-\(UUID().uuidString)").path
        let full = try #require(PinReporter(path: file, maximumFileSize: 100))
        #expect(try attempt(server, domain, reporter: full).error == nil)
        #expect(full.unwrittenCount == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}

private enum PEMText {
    static func body(_ pem: String) -> String {
        pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    }
}
