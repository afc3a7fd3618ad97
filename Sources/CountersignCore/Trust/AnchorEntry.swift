/// Where one anchor lies in a store's buffer, and under which name it is found. 16 bytes.
public struct AnchorEntry: Sendable {
    /// How the certificate is stored.
    package enum Form: UInt8, Sendable {
        case der = 0
        /// The base64 text between the lines of a PEM block.
        case base64 = 1
        /// The same, of OpenSSL's TRUSTED CERTIFICATE: trust settings follow the certificate.
        case trustedBase64 = 2
        /// DER of a certificate and the trust settings that follow it.
        case trustedDER = 3
    }

    /// Of the subject; names that match have the same.
    package let subjectDigest: UInt32
    package let form: Form
    package let range: ByteRange

    package init(subjectDigest: UInt32, form: Form, range: ByteRange) {
        self.subjectDigest = subjectDigest
        self.form = form
        self.range = range
    }

    /// The same entry for a buffer in which the certificate lies further on.
    package func moved(by offset: Int) -> AnchorEntry {
        let range = ByteRange(start: Int(self.range.start) + offset, count: Int(self.range.count))
        return AnchorEntry(subjectDigest: subjectDigest, form: form, range: range)
    }
}
