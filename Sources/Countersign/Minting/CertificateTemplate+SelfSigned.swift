extension CertificateTemplate {
    /// The certificate of a key that signs itself, in DER: a root, or what a device makes that has no authority yet.
    ///
    /// Throws `invalidTemplate`, `unsupportedKey`, `systemFailure`. One signature's time.
    ///
    /// Counterpart: `openssl req -x509`.
    @export(interface)
    public func selfSigned(with privateKey: PrivateKey) throws(MintingError) -> [UInt8] {
        try validate()
        let signer = try CertificateSigner(privateKey)
        let issuance = Issuance(
            issuer: nil, authorityKeyID: nil, serialNumber: try CertificateTemplate.randomSerialNumber(),
            signatureAlgorithm: signer.algorithm)
        return try signer.certificate(try encoded(issuance, publicKeyInfo: privateKey.publicKeyInfo))
    }

    /// 16 octets that are positive and never have fewer: 126 random bits. RFC 5280 §4.1.2.2 allows 20 octets.
    static func randomSerialNumber() throws(MintingError) -> [UInt8] {
        var octets = try randomOctets(16)
        octets[0] = octets[0] & 0x3F | 0x40
        return octets
    }
}

/// From the system. Throws `systemFailure` when it has none.
func randomOctets(_ count: Int) throws(MintingError) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    var output = octets.mutableSpan
    guard System.random(into: &output) else { throw MintingError(.systemFailure, "no random numbers") }
    return octets
}
