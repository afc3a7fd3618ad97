/// Finds the certificate of a private key.
enum KeyMatching {
    /// The first certificate whose public key is that of the private key. With several for one key (a renewed
    /// certificate beside the old one), those that `isPreferred` come before the others.
    static func leaf(
        of key: PrivateKey, among certificates: [StoredCertificate], isPreferred: (Int) -> Bool = { _ in false }
    ) throws(ImportError) -> Int? {
        let wanted = try PublicKeyFields(key.publicKeyInfo)
        var first: Int?
        for index in certificates.indices {
            // A key that can't be read belongs to nobody.
            guard let fields = certificates[index].publicKey, fields.isSameKey(as: wanted) else { continue }
            if isPreferred(index) { return index }
            if first == nil { first = index }
        }
        return first
    }
}
