extension CertificationPath.Entry {
    /// The pin of the key: `sha256/` and base64 (RFC 7469 §2.4).
    public var pin: String { "sha256/" + String(decoding: base64Encoded(publicKeyFingerprint.span), as: UTF8.self) }
}
