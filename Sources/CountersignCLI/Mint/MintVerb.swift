import Countersign

/// `countersign mint`: keys and certificates for own devices, in place of recipes for `openssl`.
enum MintVerb {
    static let specification = VerbSpecification(
        name: "mint", operands: "ca|intermediate|server|client", operandCount: 1...1,
        summary: "make a CA, an intermediate, a server's or a client's certificate",
        description: """
            Makes a private key and its certificate, and writes three files: PREFIX.key (the key, PKCS #8, mode 0600),
            PREFIX.pem (the certificate, then the intermediates above it) and PREFIX.der (the certificate alone).
            --p12 writes key, certificate and all of the issuer's certificates to a PKCS #12 store too.

            A certificate is valid from an hour ago, since clocks differ: a CA for 10 years, an intermediate for 5, others
            for 397 days, but never longer than its issuer. A date that was asked for is not shortened but refused.
            """,
        options: [
            .init("--out", "PREFIX", help: "where the files go (required)"),
            .init("--name", "CN", help: "the subject's common name (a server's is its first host)"),
            .init("--organization", "O", help: "the subject's organization"),
            .init("--host", "NAME|IP", isRepeatable: true, help: "what a server is called; required for one"),
            .init("--issuer", "FILE", help: "the issuer's certificate, with the intermediates above it"),
            .init("--issuer-key", "FILE", help: "its private key"),
            .init("--issuer-passphrase-file", "FILE", help: "the first line opens the issuer's key"),
            .init("--issuer-passphrase-env", "NAME", help: "this variable opens the issuer's key"),
            .init("--key-type", "TYPE", help: "p256 (the default), p384, rsa2048, rsa3072 or rsa4096"),
            .init("--path-length", "N", help: "intermediates below: any for a CA, 0 for an intermediate"),
            .init("--days", "N", help: "valid for so long"),
            .init("--not-before", "ISO8601", help: "valid from then, such as 2026-11-30T12:00:00Z"),
            .init("--not-after", "ISO8601", help: "valid until then"),
            .init("--p12", "FILE", help: "write a PKCS #12 store, which needs a passphrase"),
            .init("--passphrase-file", "FILE", help: "the first line protects the store"),
            .init("--passphrase-env", "NAME", help: "this variable protects the store"),
            .init("--legacy", help: "the store for old readers: 3DES and SHA-1, which are weak"),
            .init("--force", help: "replace files that are there already"),
            .init("--json", help: "the answer as one JSON object"),
        ])

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let order = try MintOrder(arguments)
        do throws(MintingError) {
            let made = try order.make()
            try order.files.write(made)
            order.report(made, asJSON: arguments.has("--json"))
            return .success
        } catch {
            switch error.code {
            case .fileExists: throw UsageError(error.detail + "; --force replaces it", exitCode: .unwritableOutput)
            case .unwritableFile: throw UsageError("cannot write " + error.detail, exitCode: .unwritableOutput)
            case .malformed, .issuerKeyMismatch, .issuerNotAuthorized, .unsupportedKey:
                throw UsageError(error.detail, exitCode: .unreadableInput)
            case .systemFailure: throw UsageError(error.detail, exitCode: .unwritableOutput)
            default: throw UsageError(error.detail)
            }
        }
    }
}
