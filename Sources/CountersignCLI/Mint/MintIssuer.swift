import Countersign

/// `--issuer` and `--issuer-key`.
struct MintIssuer {
    let authority: CertificateAuthority
    /// All certificates of the file, the issuer's first.
    let certificates: [[UInt8]]

    init(_ arguments: Arguments) throws(UsageError) {
        guard let path = arguments.value("--issuer"), let keyPath = arguments.value("--issuer-key") else {
            throw UsageError("'--issuer' and '--issuer-key' are required")
        }
        certificates = try InputFiles.certificates(path)
        let passphrase = try PassphraseInput.read(
            arguments, file: "--issuer-passphrase-file", variable: "--issuer-passphrase-env")
        var file = try InputFiles.read(keyPath)
        defer {
            var span = file.mutableSpan
            wipe(&span)
        }
        let key: PrivateKey
        do throws(ImportError) {
            key = try PrivateKey(file, passphrase: passphrase)
        } catch {
            throw UsageError("'" + keyPath + "': " + error.description, exitCode: .unreadableInput)
        }
        do throws(MintingError) {
            authority = try CertificateAuthority(certificate: certificates[0], privateKey: key)
        } catch {
            throw UsageError("'" + path + "': " + error.detail, exitCode: .unreadableInput)
        }
    }
}
