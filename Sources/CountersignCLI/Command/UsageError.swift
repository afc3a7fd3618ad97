/// The command line or an input file is not what it should be.
struct UsageError: Error {
    let message: String
    let exitCode: ExitCode

    init(_ message: String, exitCode: ExitCode = .usage) {
        self.message = message
        self.exitCode = exitCode
    }
}
