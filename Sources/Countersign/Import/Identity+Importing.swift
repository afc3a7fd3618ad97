extension Identity {
    /// The one identity of a file, told by content: a PKCS #12 store, of which `label` may choose one, or a PEM file
    /// with a private key and certificates.
    ///
    /// Throws what `importPKCS12`, `PrivateKey.init` and `importCertificates` throw; `noPrivateKey`, `noCertificate` or
    /// `keyMismatch` when the file forms no identity; `multipleIdentities` when a store forms several that `label`
    /// doesn't tell apart; `unknownFormat` for anything else.
    ///
    /// Counterpart: SecPKCS12Import with its first item's kSecImportItemIdentity.
    @export(interface)
    public static func importing(
        _ file: [UInt8], passphrase: Passphrase?, label: String? = nil, options: ImportOptions = ImportOptions()
    ) throws(ImportError) -> Identity {
        switch FileForm(sniffing: file) {
        case .pkcs12: return try chosen(from: file, passphrase, label, options)
        case .pem:
            return try Identity(certificateFile: file, keyFile: file, passphrase: passphrase, options: options)
        case .certificate:
            throw ImportError(.noPrivateKey, "the file is a certificate; its private key is in another file")
        case .privateKey, .encryptedPrivateKey:
            throw ImportError(.noCertificate, "the file is a private key; its certificate is in another file")
        case .pkcs7: throw ImportError(.unsupportedAlgorithm, "a CMS bundle (.p7b) holds no private key")
        // Broken DER: what a store would have to be there, says where it breaks.
        case .unknown where file.first == BERTag.sequence.octet:
            return try chosen(from: file, passphrase, label, options)
        case .unknown: throw ImportError(.unknownFormat, "neither PEM nor PKCS #12, nor a certificate or key in DER")
        }
    }

    private static func chosen(
        from file: [UInt8], _ passphrase: Passphrase?, _ label: String?, _ options: ImportOptions
    ) throws(ImportError) -> Identity {
        let items = try importPKCS12(file, passphrase: passphrase, options: options)
        var found: Identity?
        var count = 0
        for item in items {
            guard let identity = item.identity else { continue }
            if let label, !sameBytes(label, item.label ?? "") { continue }
            count += 1
            found = identity
        }
        guard count <= 1 else { throw ImportError(.multipleIdentities, "the store forms \(count) identities") }
        if let found { return found }
        for item in items {
            if let obstacle = item.obstacle { throw obstacle }
        }
        throw ImportError(.noPrivateKey, label == nil ? "the store is empty" : "no identity has the label")
    }
}
