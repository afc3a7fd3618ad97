import Countersign

/// `countersign import`: what is in a key store, and whether it would answer a challenge.
enum ImportVerb {
    static let specification = VerbSpecification(
        name: "import", operands: "FILE", operandCount: 1...1,
        summary: "show what is in a PKCS #12 key store",
        description: """
            Opens a .p12 or .pfx file, whatever it is called, and tells what is in it: identities, certificates, algorithms,
            and why something is no identity. Without an option for it, a passphrase is asked for at the terminal.
            With --out-cert and its kin it converts: PEM files of the store's one identity, or of the one with a label.
            """,
        options: PassphraseOptions.list + [
            .init("--require-integrity", help: "refuse a store without a MAC"),
            .init("--legacy-passphrase", help: "also try the encodings of passphrases that old software used"),
            .init("--label", "LABEL", help: "which identity to convert, where there are several"),
            .init("--out-cert", "FILE", help: "write the identity's certificate"),
            .init("--out-key", "FILE", help: "write its private key, unencrypted, mode 0600"),
            .init("--out-chain", "FILE", help: "write its certificate and intermediates"),
            .init("--force", help: "replace files that are there already"),
            .init("--json", help: "the answer as one JSON object"),
            .init("--no-color", help: "no colours, not even on a terminal"),
        ])

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let path = arguments.operands[0]
        let file = try InputFiles.read(path)
        var options = ImportOptions()
        options.requiresIntegrity = arguments.has("--require-integrity")
        options.triesLegacyPassphraseEncodings = arguments.has("--legacy-passphrase")
        let store = try PassphraseOptions.with(arguments) { passphrase throws(ImportError) in
            try PKCS12Store(file, passphrase: passphrase, options: options)
        } failure: { error in
            UsageError("'" + path + "': " + error.description, exitCode: .unreadableInput)
        }
        try ConvertedIdentity(arguments, store, path)?.write()
        let report = StoreReport(path: path, store: store)
        if arguments.has("--json") {
            var writer = JSONWriter()
            report.write(to: &writer)
            Stream.output.write(writer.bytes + [0x0A])
        } else {
            Stream.output.write(report.text(Style(for: .output, isOff: arguments.has("--no-color"))))
        }
        return .success
    }
}
