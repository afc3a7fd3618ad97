import Countersign

/// The PEM files that `countersign import` makes of a store's identity.
struct ConvertedIdentity {
    private let identity: Identity
    private let certificate: String?
    private let key: String?
    private let chain: String?
    private let replaces: Bool

    /// Nil when nothing is to be written.
    init?(_ arguments: Arguments, _ store: PKCS12Store, _ path: String) throws(UsageError) {
        certificate = arguments.value("--out-cert")
        key = arguments.value("--out-key")
        chain = arguments.value("--out-chain")
        replaces = arguments.has("--force")
        guard certificate != nil || key != nil || chain != nil else { return nil }
        let label = arguments.value("--label")
        let found = store.items.filter { $0.identity != nil && (label == nil || $0.label == label) }
        guard found.count == 1, let identity = found[0].identity else {
            let count = found.isEmpty ? "no identity" : "several identities (--label)"
            throw UsageError("'" + path + "': " + count + " to convert", exitCode: .unreadableInput)
        }
        self.identity = identity
    }

    /// The key comes first: a certificate without its key is of no use.
    func write() throws(UsageError) {
        do throws(MintingError) {
            if let key { try identity.privateKey.writePEM(to: key, replacing: replaces) }
            if let certificate { try write([identity.certificate], to: certificate) }
            if let chain { try write(identity.certificates, to: chain) }
        } catch {
            let hint = error.code == .fileExists ? "; --force replaces it" : ""
            throw UsageError("cannot write: " + error.detail + hint, exitCode: .unwritableOutput)
        }
    }

    private func write(_ certificates: [[UInt8]], to path: String) throws(MintingError) {
        var text = ""
        for certificate in certificates { text += PEMDocument.encoded(certificate, label: "CERTIFICATE") }
        try OutputFile.write(Array(text.utf8).span, to: path, isSecret: false, replacing: replaces)
    }
}
