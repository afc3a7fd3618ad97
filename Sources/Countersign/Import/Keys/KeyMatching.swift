/// Finds the certificate of a private key.
enum KeyMatching {
    /// The first certificate whose public key is that of the private key. With several for one key (a renewed
    /// certificate beside the old one), those that `isPreferred` come before the others.
    ///
    /// The library then checks the pair, so that private numbers which contradict each other match nothing. What it
    /// can't read (DSA keys, certificates with odd extensions) is left at the comparison of public keys.
    static func leaf(
        of key: PrivateKey, among certificates: [StoredCertificate], isPreferred: (Int) -> Bool = { _ in false }
    ) throws(ImportError) -> Int? {
        let wanted = try PublicKeyFields(key.publicKeyInfo)
        var first: Int?
        for index in certificates.indices {
            // A key that can't be read belongs to nobody.
            guard let fields = certificates[index].publicKey, fields.isSameKey(as: wanted) else { continue }
            guard isPreferred(index) || first == nil else { continue }
            guard isSound(key, certificates[index]) else { continue }
            if isPreferred(index) { return index }
            first = index
        }
        return first
    }

    private static func isSound(_ key: PrivateKey, _ certificate: StoredCertificate) -> Bool {
        key.withDER { der in
            checkKeyPair(certificate: certificate.der.span, privateKey: der.span) != .mismatch
        }
    }
}
