import Foundation
import TestSupport
import Testing

/// Servers under policies that are made from their certificates.
@Suite struct PolicyToolTests {
    private func pin(_ file: String) throws -> String {
        let pinned = try runTool(["pin", "--form", "okhttp", try Fixtures.path(file)])
        return pinned.stdout.trimmingCharacters(in: .newlines)
    }

    /// Writes a policy, hands its path to `body`, and removes it.
    private func withPolicy(_ pins: [String], _ body: (String) throws -> Void) throws {
        let list = pins.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            {"countersignPolicy": 1, "anchors": {"files": ["\(try Fixtures.path("root.pem"))"]},
             "pinnedDomains": [{"pattern": "localhost", "pins": [\(list)]}]}
            """
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("policy-\(UUID()).json")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    @Test func `a server with a pinned key is trusted under the policy, one without is refused`() throws {
        let server = try TLSServer.openssl("localhost")
        let target = "localhost:\(server.port)"
        try withPolicy([try pin("localhost.pem"), try pin("client.pem")]) { path in
            #expect(try runTool(["policy", "test", path, target]).exitCode == 0)
            let probed = try runTool(["probe", "--policy", path, "--json", target])
            #expect(probed.exitCode == 0 && probed.stdout.contains("\"trusted\": true"), "\(probed.stderr)")
        }
        try withPolicy([try pin("client.pem"), try pin("client-other.pem")]) { path in
            let tested = try runTool(["policy", "test", path, target])
            #expect(tested.exitCode == 2)
            #expect(tested.stderr.contains(try pin("localhost.pem")), "\(tested.stderr)")
            #expect(try runTool(["connect", "--policy", path, target]).exitCode == 2)
        }
    }

    @Test func `lint learns from a server's verified path whose keys the pins are`() throws {
        let server = try TLSServer.openssl("localhost")
        let live = ["--live", "localhost:\(server.port)", "--ca", try Fixtures.path("root.pem")]
        try withPolicy([try pin("localhost.pem"), try pin("client.pem")]) { path in
            let linted = try runTool(["policy", "lint", path] + live)
            #expect(linted.exitCode == 0 && linted.stdout.contains("a backup's"), "\(linted.stdout)")
            #expect(try runTool(["policy", "lint", path, "--live", "localhost:\(server.port)"]).exitCode == 2)
        }
        try withPolicy([try pin("root.pem"), try pin("client.pem")]) { path in
            let linted = try runTool(["policy", "lint", path] + live)
            #expect(linted.exitCode == 1 && linted.stdout.contains("[rootOnly]"), "\(linted.stdout)")
        }
    }
}
