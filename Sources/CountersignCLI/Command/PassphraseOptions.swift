import Countersign

/// Where a passphrase comes from: a file, the environment, or a person at the terminal. Never the command line, which
/// everybody on the machine can read.
enum PassphraseOptions {
    static let list: [OptionSpecification] = [
        .init("--passphrase-file", "FILE", help: "the passphrase: the first line of this file"),
        .init("--passphrase-env", "NAME", help: "the passphrase: this environment variable"),
    ]

    /// The longest passphrase that is taken, in bytes.
    private static let limit = 4_096

    /// What the options name; nil when they name nothing. Those of the verb's other passphrase begin with `prefix`.
    static func given(_ arguments: Arguments, prefix: String = "--") throws(UsageError) -> Passphrase? {
        let (fileOption, variableOption) = (prefix + "passphrase-file", prefix + "passphrase-env")
        if let path = arguments.value(fileOption) {
            guard !arguments.has(variableOption) else {
                throw UsageError("'" + fileOption + "' contradicts '" + variableOption + "'")
            }
            var bytes = try InputFiles.read(path)
            if let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
                for index in end..<bytes.count { bytes[index] = 0 }
                bytes.removeSubrange(end...)
            }
            return Passphrase(utf8: &bytes)
        }
        guard let name = arguments.value(variableOption) else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        var span = bytes.mutableSpan
        let nameBytes = Array(name.utf8) + [0]
        guard let count = System.environmentVariable(nameBytes.span, into: &span) else {
            throw UsageError("the environment variable '" + name + "' is not set")
        }
        bytes.removeSubrange(count...)
        return Passphrase(utf8: &bytes)
    }

    /// Asks at the terminal.
    static func ask() throws(UsageError) -> Passphrase {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        do throws(ShimError) {
            var span = bytes.mutableSpan
            count = try Terminal.readPassphrase(prompt: "passphrase: ", into: &span)
        } catch {
            throw UsageError(
                error.code == .notFound
                    ? "a passphrase is needed, and there is no terminal to ask at (--passphrase-file, --passphrase-env)"
                    : "no passphrase was given",
                exitCode: .unreadableInput)
        }
        bytes.removeSubrange(count...)
        return Passphrase(utf8: &bytes)
    }

    /// Runs `work` with the passphrase of the options; without one, and if it turns out to be needed, asks.
    static func with<Result>(
        _ arguments: Arguments, _ work: (Passphrase?) throws(ImportError) -> Result,
        failure: (ImportError) -> UsageError
    ) throws(UsageError) -> Result {
        let given = try given(arguments)
        var asked: Passphrase?
        while true {
            do throws(ImportError) {
                return try work(given ?? asked)
            } catch {
                guard error.code == .passphraseNeeded, given == nil, asked == nil else { throw failure(error) }
            }
            asked = try ask()
        }
    }
}
