import Foundation

/// The `countersign` command, as the tests run it.
public enum Tool {
    /// What one run came to.
    public struct Outcome: Sendable, CustomStringConvertible {
        /// The exit code; 128 + N when signal N ended it.
        public let exitCode: Int32
        public let stdout: String
        public let stderr: String

        public var description: String {
            "exit code \(exitCode)\n--- standard output\n\(stdout)\n--- standard error\n\(stderr)"
        }
    }

    /// The tool's file: beside the tests that were built with it, or what `COUNTERSIGN_TOOL` says.
    public static func path() throws -> String {
        if let path = ProcessInfo.processInfo.environment["COUNTERSIGN_TOOL"] { return path }
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let path = tests.deletingLastPathComponent().appendingPathComponent("countersign").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw TestSupportError("no tool at \(path): the test target must depend on CountersignCLI")
        }
        return path
    }
}

/// Runs the `countersign` command to its end.
///
/// - Parameters:
///   - environment: Added to this process's own; nil removes a variable.
///   - timeout: After this the command is killed and an error thrown.
public func runTool(
    _ arguments: [String], stdin: String = "", environment: [String: String?] = [:], timeout: Duration = .seconds(30)
) throws -> Tool.Outcome {
    try run([Tool.path()] + arguments, stdin: stdin, environment: environment, timeout: timeout)
}

/// Runs any command to its end, as `runTool` does.
public func run(
    _ command: [String], stdin: String = "", environment: [String: String?] = [:], timeout: Duration = .seconds(30)
) throws -> Tool.Outcome {
    let process = try ChildProcess(command, environment: environment, lifetime: timeout + .seconds(5))
    startThread {
        process.write(Array(stdin.utf8))
        process.closeInput()
    }
    let code = try process.waitForExit(within: timeout)
    return Tool.Outcome(exitCode: code, stdout: process.output.text, stderr: process.errors.text)
}
