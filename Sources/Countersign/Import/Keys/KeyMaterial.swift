/// A private key in the one form that is kept: PKCS #8 version 0 in DER, without attributes and without a public key
/// beside the private one, so that what the library derives depends on the private key alone.
struct KeyMaterial: ~Copyable {
    let algorithm: ObjectID
    /// The AlgorithmIdentifier's parameters as encoded; empty when absent.
    let parameters: [UInt8]
    /// The contents of the privateKey OCTET STRING.
    let inner: SecretBytes

    /// Reads an unencrypted key in any form. Throws `malformed`.
    init(_ der: Span<UInt8>) throws(ImportError) {
        guard let form = KeyForm.sniff(der) else {
            throw ImportError(.malformed, "no private key in a known form")
        }
        switch form {
        case .pkcs8: try self.init(pkcs8: der)
        case .pkcs1:
            var outer = BERReader(der)
            let element = try outer.next(.sequence, "RSAPrivateKey")
            self.init(.rsaEncryption, [0x05, 0x00], SecretBytes(copying: der.extracting(element.whole)))
        case .sec1: try self.init(sec1: SecretBytes(copying: der), parameters: [])
        case .traditionalDSA: try self.init(traditionalDSA: der)
        case .encryptedPKCS8: throw ImportError(.passphraseNeeded, "the private key is encrypted")
        }
    }

    private init(_ algorithm: ObjectID, _ parameters: [UInt8], _ inner: consuming SecretBytes) {
        self.algorithm = algorithm
        self.parameters = parameters
        self.inner = inner
    }

    private init(pkcs8 der: Span<UInt8>) throws(ImportError) {
        var outer = BERReader(der)
        var fields = try outer.sequence("PrivateKeyInfo")
        _ = try fields.unsigned("version")
        var identifier = try fields.sequence("privateKeyAlgorithm")
        let algorithm = try identifier.objectIdentifier("privateKeyAlgorithm")
        let parameters = identifier.copy(identifier.position..<identifier.end)
        let inner = try fields.octetString("privateKey")
        if algorithm == .ecPublicKey {
            try self.init(sec1: inner, parameters: parameters)
        } else {
            self.init(algorithm, parameters, inner)
        }
    }

    /// ECPrivateKey: the curve may stand in the AlgorithmIdentifier or inside; the public key inside is left out.
    private init(sec1 key: borrowing SecretBytes, parameters: [UInt8]) throws(ImportError) {
        var outer = BERReader(key.span)
        var fields = try outer.sequence("ECPrivateKey")
        _ = try fields.unsigned("version")
        let number = try fields.octetString("privateKey")
        var curve = parameters
        if let inside = try fields.nextIfPresent(.context(0), "parameters"), curve.isEmpty {
            curve = fields.copy(inside.contents)
        }
        guard !curve.isEmpty else { throw ImportError(.malformed, "EC key: no curve is named") }
        var writer = DERWriter(capacity: number.count + 16)
        writer.prepend(number.span)
        writer.prependHeader(.octetString, since: 0)
        writer.prepend([0x02, 0x01, 0x01])
        writer.prependHeader(.sequence, since: 0)
        self.init(.ecPublicKey, curve, writer.finish())
    }

    /// SEQUENCE of 0, p, q, g, y, x.
    private init(traditionalDSA der: Span<UInt8>) throws(ImportError) {
        var outer = BERReader(der)
        var fields = try outer.sequence("DSA private key")
        _ = try fields.unsigned("version")
        let domainStart = fields.position
        for _ in 0..<3 { _ = try fields.next(.integer, "DSA parameter") }
        let domain = der.extracting(domainStart..<fields.position)
        _ = try fields.next(.integer, "DSA public key")
        let secret = try fields.next(.integer, "DSA private key")
        var writer = DERWriter(capacity: domain.count + 16)
        writer.prepend(domain)
        writer.prependHeader(.sequence, since: 0)
        self.init(.dsa, writer.finish().copied(), SecretBytes(copying: der.extracting(secret.whole)))
    }

    /// The whole as PKCS #8, with the algorithm under another name where the library knows only that.
    func pkcs8(as name: ObjectID? = nil, parameters other: [UInt8]? = nil) -> SecretBytes {
        let name = name ?? algorithm
        let written = other ?? parameters
        var writer = DERWriter(capacity: inner.count + name.octets.count + written.count + 40)
        writer.prepend(inner.span)
        writer.prependHeader(.octetString, since: 0)
        let mark = writer.count
        writer.prepend(written)
        let end = writer.count
        writer.prepend(name.octets)
        writer.prependHeader(.objectIdentifier, since: end)
        writer.prependHeader(.sequence, since: mark)
        writer.prepend([0x02, 0x01, 0x00])
        writer.prependHeader(.sequence, since: 0)
        return writer.finish()
    }
}
