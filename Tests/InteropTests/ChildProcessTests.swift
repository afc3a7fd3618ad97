import TestSupport
import Testing

/// Running commands.
@Suite struct ChildProcessTests {
    @Test func `both streams and the exit code are reported`() throws {
        let outcome = try run(["sh", "-c", "cat; echo oops >&2; exit 3"], stdin: "in\n")
        #expect(outcome.exitCode == 3)
        #expect(outcome.stdout == "in\n")
        #expect(outcome.stderr == "oops\n")
    }

    @Test func `a signal shows as in a shell`() throws {
        #expect(try run(["sh", "-c", "kill -SEGV $$"]).exitCode == 128 + 11)
    }

    @Test func `much output and much input are no trouble`() throws {
        let text = String(repeating: "0123456789\n", count: 100_000)
        #expect(try run(["cat"], stdin: text).stdout == text)
        #expect(try run(["true"], stdin: text).exitCode == 0)
    }

    @Test func `a command that does not end is killed`() throws {
        let error = #expect(throws: TestSupportError.self) {
            try run(["tail", "-f", "/dev/null"], timeout: .milliseconds(200))
        }
        #expect(error?.description.contains("didn't end") == true)
    }

    @Test func `variables can be added and removed`() throws {
        let outcome = try run(["sh", "-c", "echo ${HOME-none} $MINE"], environment: ["HOME": nil, "MINE": "yes"])
        #expect(outcome.stdout == "none yes\n")
    }

    @Test func `a missing command is an error of the shell's kind`() throws {
        #expect(try run(["no-such-command-here"]).exitCode == 127)
    }

    @Test func `a fixture that is missing names the remedy`() {
        let error = #expect(throws: TestSupportError.self) { try Fixtures.path("no-such-file.pem") }
        #expect(error?.description.contains("make fixtures") == true)
    }

    @Test func `blocking work runs off the shared pool`() async throws {
        let server = try HostileServer(.silent, lifetime: .milliseconds(50))
        let port = server.port
        #expect(try await onThread { try Wire.connect(to: port).receiveToEnd() } == [])
        await #expect(throws: TestSupportError.self) {
            try await onThread { throw TestSupportError("as it should") }
        }
    }
}
