/// What a file holds, told by its content and not by its name: `.cer`, `.crt`, `.der`, `.pem`, `.p12` and `.pfx` say
/// little.
public enum FileForm: Equatable, Sendable {
    /// Text with encapsulation boundaries (RFC 7468).
    case pem
    /// A certificate in DER.
    case certificate
    /// A private key in DER: PKCS #8, PKCS #1 or SEC1.
    case privateKey
    /// PKCS #8, encrypted.
    case encryptedPrivateKey
    /// PFX (RFC 7292).
    case pkcs12
    /// A certificate bundle of CMS (.p7b), which isn't read here.
    case pkcs7
    case unknown

    /// Looks at the outermost structure only; a file may still prove malformed.
    @export(interface)
    public init(sniffing file: [UInt8]) {
        self = Self.sniff(file.span)
    }

    private static func sniff(_ file: Span<UInt8>) -> FileForm {
        if PEMScanner.finds(in: file) { return .pem }
        if let key = KeyForm.sniff(file) { return key == .encryptedPKCS8 ? .encryptedPrivateKey : .privateKey }
        var outer = BERReader(file)
        do throws(ImportError) {
            var fields = try outer.sequence("file")
            switch fields.nextTag {
            case BERTag.integer:
                _ = try fields.next("version")
                var info = try fields.sequence("authSafe")
                _ = try info.objectIdentifier("contentType")
                return .pkcs12
            case BERTag.objectIdentifier:
                return try fields.objectIdentifier("contentType") == .cmsSignedData ? .pkcs7 : .unknown
            case BERTag.sequence:
                _ = try fields.next("tbsCertificate")
                _ = try fields.next(.sequence, "signatureAlgorithm")
                _ = try fields.next(.bitString, "signature")
                return .certificate
            default: return .unknown
            }
        } catch {
            return .unknown
        }
    }
}
