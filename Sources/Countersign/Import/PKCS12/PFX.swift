/// PFX (RFC 7292 §4): the outermost structure, with password integrity or none.
struct PFX: ~Copyable {
    /// The octets of the AuthenticatedSafe, over which the MAC goes.
    let authSafe: SecretBytes
    let macData: MacData?

    /// Reads a file. Throws `malformed`, and `unsupportedAlgorithm` for public-key integrity and other versions.
    init(_ file: Span<UInt8>) throws(ImportError) {
        var outer = BERReader(file)
        var fields = try outer.sequence("PFX")
        let version = try fields.unsigned("PFX version")
        guard version == 3 else { throw ImportError(.unsupportedAlgorithm, "PFX version \(version)", at: 0) }
        var contentInfo = try fields.sequence("authSafe")
        let contentType = try contentInfo.objectIdentifier("authSafe contentType")
        guard contentType == .cmsData else {
            if contentType == .cmsSignedData {
                throw ImportError(.unsupportedAlgorithm, "public-key integrity mode (signedData)")
            }
            throw ImportError(.unsupportedAlgorithm, "authSafe of type \(contentType.dotted)")
        }
        let wrapper = try contentInfo.next(.context(0), "authSafe content")
        var content = contentInfo.contents(of: wrapper)
        let octets = try content.octetString("authSafe content")
        macData = fields.isAtEnd ? nil : try MacData(&fields)
        authSafe = octets
    }
}

extension ObjectID {
    static let cmsData = pkcs(7, 1)
    static let cmsSignedData = pkcs(7, 2)
    static let cmsEnvelopedData = pkcs(7, 3)
    static let cmsEncryptedData = pkcs(7, 6)
}
