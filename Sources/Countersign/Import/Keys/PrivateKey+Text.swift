extension PrivateKey {
    /// The pin of its public half: `sha256/` and base64 (RFC 7469 §2.4).
    public var pin: String {
        let info = publicKeyInfo
        let digest = sha256(info.span)
        return "sha256/" + String(decoding: base64Encoded(digest.span), as: UTF8.self)
    }
}
