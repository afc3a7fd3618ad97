import Countersign

/// Passphrases from a file or an environment variable; never from the command line, which everybody on the machine sees.
enum PassphraseInput {
    /// What the two options say; nil when neither is given. Of a file, the first line counts, without its line end.
    static func read(
        _ arguments: Arguments, file fileOption: String, variable variableOption: String
    ) throws(UsageError) -> Passphrase? {
        let (path, name) = (arguments.value(fileOption), arguments.value(variableOption))
        guard path == nil || name == nil else {
            throw UsageError("'" + fileOption + "' contradicts '" + variableOption + "'")
        }
        if let path {
            var bytes = try InputFiles.read(path)
            defer {
                var whole = bytes.mutableSpan
                wipe(&whole)
            }
            var line = Array(bytes.prefix { $0 != 0x0A })
            if line.last == 0x0D { line.removeLast() }
            return Passphrase(utf8: &line)
        }
        guard let name else { return nil }
        guard var value = Environment.value(name) else {
            throw UsageError("the variable '" + name + "' is not set")
        }
        return Passphrase(utf8: &value)
    }
}
