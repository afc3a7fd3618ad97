import Countersign

/// `--issuer` and `--issuer-key`.
struct MintIssuer {
    let authority: CertificateAuthority
    /// All certificates of the file, wherever the issuer's is among them.
    let certificates: [[UInt8]]

    init(_ arguments: Arguments) throws(UsageError) {
        guard let path = arguments.value("--issuer"), let keyPath = arguments.value("--issuer-key") else {
            throw UsageError("'--issuer' and '--issuer-key' are required")
        }
        certificates = try InputFiles.certificates(path)
        let passphrase = try PassphraseOptions.given(arguments, prefix: "--issuer-")
        InputFiles.warnIfOthersMayRead(keyPath)
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
        authority = try MintIssuer.authority(of: key, among: certificates, path)
    }

    private static func authority(
        of key: PrivateKey, among certificates: [[UInt8]], _ path: String
    ) throws(UsageError) -> CertificateAuthority {
        var reason = ""
        for certificate in certificates {
            do throws(MintingError) {
                return try CertificateAuthority(certificate: certificate, privateKey: key)
            } catch {
                // What is wrong with the key's own certificate matters more than that others aren't its.
                if reason.isEmpty || error.code != .issuerKeyMismatch { reason = error.detail }
            }
        }
        throw UsageError("'" + path + "': " + reason, exitCode: .unreadableInput)
    }
}
