import Countersign

/// The files that `countersign mint` writes.
struct MintFiles {
    let key: String
    let pem: String
    let der: String
    let p12: String?
    private let passphrase: Passphrase?
    private let protection: PKCS12Protection
    private let replaces: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        guard let prefix = arguments.value("--out"), !prefix.isEmpty else { throw UsageError("'--out' is required") }
        (key, pem, der) = (prefix + ".key", prefix + ".pem", prefix + ".der")
        p12 = arguments.value("--p12")
        replaces = arguments.has("--force")
        passphrase = try PassphraseOptions.given(arguments)
        guard p12 != nil || (passphrase == nil && !arguments.has("--legacy")) else {
            throw UsageError("a passphrase and '--legacy' are of use for '--p12' only")
        }
        guard p12 == nil || passphrase?.isEmpty == false else {
            throw UsageError("'--p12' needs a passphrase: '--passphrase-file' or '--passphrase-env'")
        }
        guard p12 != key, p12 != pem, p12 != der else { throw UsageError("'--p12' names one of the other files") }
        protection = arguments.has("--legacy") ? .legacy : .modern
    }

    /// All of them, in the order in which they are written.
    var paths: [String] { [key, pem, der] + (p12.map { [$0] } ?? []) }

    /// Nothing is begun that would end at a file which is there. Throws `fileExists`.
    func check() throws(MintingError) {
        guard !replaces else { return }
        for path in paths where OutputFile.exists(path) { throw OutputFile.existsError(path) }
    }

    /// Throws `fileExists` and `unwritableFile`. The key comes first: a certificate without its key is of no use.
    func write(_ made: Minted) throws(MintingError) {
        var text = ""
        for certificate in try made.chain() { text += PEMDocument.encoded(certificate, label: "CERTIFICATE") }
        var store: [UInt8]?
        if let passphrase, p12 != nil {
            store = try exportPKCS12(
                privateKey: made.privateKey, certificates: [made.certificate] + made.issuers, passphrase: passphrase,
                friendlyName: made.label, protection: protection)
        }
        try made.privateKey.writePEM(to: key, replacing: replaces)
        try OutputFile.write(Array(text.utf8).span, to: pem, isSecret: false, replacing: replaces)
        try OutputFile.write(made.certificate.span, to: der, isSecret: false, replacing: replaces)
        if let p12, let store { try OutputFile.write(store.span, to: p12, isSecret: true, replacing: replaces) }
    }
}
