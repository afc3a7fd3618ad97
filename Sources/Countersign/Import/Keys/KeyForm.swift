/// The forms in which a private key comes as DER.
enum KeyForm: Equatable {
    /// PrivateKeyInfo (RFC 5208 §5) or OneAsymmetricKey (RFC 5958).
    case pkcs8
    /// EncryptedPrivateKeyInfo (RFC 5208 §6).
    case encryptedPKCS8
    /// RSAPrivateKey (RFC 8017 appendix A.1.2).
    case pkcs1
    /// ECPrivateKey (RFC 5915).
    case sec1
    /// OpenSSL's six integers of a DSA key.
    case traditionalDSA

    /// Told by the first elements; nil when it is none of them.
    static func sniff(_ der: Span<UInt8>) -> KeyForm? {
        var outer = BERReader(der)
        do throws(ImportError) {
            var fields = try outer.sequence("private key")
            if fields.nextTag == .sequence {
                var identifier = try fields.sequence("algorithm")
                guard identifier.nextTag == .objectIdentifier else { return nil }
                _ = try identifier.objectIdentifier("algorithm")
                let isOctets = fields.nextTag == .octetString || fields.nextTag == .constructedOctetString
                return isOctets ? .encryptedPKCS8 : nil
            }
            let version = try fields.unsigned("version")
            switch fields.nextTag {
            case BERTag.sequence: return version <= 1 ? .pkcs8 : nil
            case BERTag.octetString: return version == 1 ? .sec1 : nil
            case BERTag.integer:
                var integers = 0
                while fields.nextTag == .integer {
                    _ = try fields.next("private key")
                    integers += 1
                }
                return integers >= 8 ? .pkcs1 : integers == 5 ? .traditionalDSA : nil
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
