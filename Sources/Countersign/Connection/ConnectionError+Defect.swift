extension ConnectionError {
    /// What may be wrong with the certificate that mbedTLS could not read (`.peerCertificateRefused`): looked at with
    /// this library's own eyes, which read more than mbedTLS does. Nil for other errors.
    public func certificateDefect(in chain: borrowing CertificateList) -> String? {
        guard code == .peerCertificateRefused, let index = certificateIndex else { return nil }
        do throws(DERError) {
            let certificate = try Certificate(chain[index])
            let name = certificate.subject.text + ": "
            if let identifier = certificate.unreadableExtension {
                return name + "mbedTLS refuses its critical extension " + identifier.extensionName
            }
            switch certificate.publicKey.algorithm {
            case .ed25519, .ed448, .unknown, .ecOther:
                return name + "mbedTLS lacks its key's algorithm, " + certificate.publicKey.text
            default: break
            }
            if certificate.signatureAlgorithm.scheme == nil {
                return name + "mbedTLS lacks its signature's algorithm, " + certificate.signatureAlgorithm.text
            }
            return name + (nativeText.isEmpty ? "mbedTLS does not say why" : nativeText)
        } catch {
            return "it is no well-formed certificate (byte " + String(error.offset) + ")"
        }
    }
}
