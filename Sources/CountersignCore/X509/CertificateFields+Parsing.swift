extension CertificateFields {
    /// Reads a certificate (RFC 5280 §4.1) that fills `der`.
    @inline(never)
    package init(_ der: Span<UInt8>) throws(DERError) {
        var outer = DERReader(der)
        var certificate = try outer.enter(DERTag.sequence)
        try outer.finish()

        let toBeSigned = try certificate.next(DERTag.sequence)
        var fields = certificate.inside(toBeSigned)
        let outerAlgorithmStart = certificate.position
        let algorithm = try SignatureAlgorithm(&certificate)
        let outerAlgorithm = ByteRange(start: outerAlgorithmStart, count: certificate.position - outerAlgorithmStart)
        let signature = try certificate.octetAlignedBitString()
        try certificate.finish()

        let version = try CertificateFields.version(&fields)
        let serial = try fields.integer()
        let innerAlgorithm = try fields.next(DERTag.sequence)
        // RFC 5280 §4.1.1.2: the same algorithm identifier as in the sequence tbsCertificate.
        guard der.extracting(innerAlgorithm.encoding).isEqual(to: der.extracting(outerAlgorithm)) else {
            throw DERError(.forbidden, at: innerAlgorithm.start)
        }
        let issuer = try DistinguishedName.validate(&fields)
        var validity = try fields.enter(DERTag.sequence)
        let notBefore = try validity.time()
        let notAfter = try validity.time()
        try validity.finish()
        let subject = try DistinguishedName.validate(&fields)
        let keyStart = fields.position
        let key = try PublicKeyInfo(&fields)

        self.init()
        self.signatureAlgorithm = algorithm
        self.publicKey = key
        self.publicKeyInfo = ByteRange(start: keyStart, count: fields.position - keyStart)
        self.version = version
        self.toBeSigned = toBeSigned.encoding
        self.serialNumber = serial.contents
        self.signature = signature
        self.issuer = issuer.contents
        self.subject = subject.contents
        self.notBefore = notBefore
        self.notAfter = notAfter

        // RFC 5280 §4.1.2.8: unique identifiers, tagged implicitly, from version 2 on.
        for number in UInt8(1)...2 {
            if fields.nextTag == DERTag.context(number) {
                guard version >= 2 else { throw DERError(.forbidden, at: fields.position) }
                _ = try fields.bitString(DERTag.context(number))
            }
        }
        if let element = try fields.optional(DERTag.constructed(3)) {
            // RFC 5280 §4.1.2.9: only in version 3.
            guard version == 3 else { throw DERError(.forbidden, at: element.start) }
            try readExtensions(fields.inside(element))
        }
        try fields.finish()
    }

    /// RFC 5280 §4.1.2.1. The default, version 1, must not be encoded (X.690 §11.5).
    private static func version(_ fields: inout DERReader) throws(DERError) -> UInt8 {
        guard let element = try fields.optional(DERTag.constructed(0)) else { return 1 }
        var inner = fields.inside(element)
        let number = try inner.count()
        try inner.finish()
        guard number == 1 || number == 2 else { throw DERError(.invalidValue, at: element.start) }
        return UInt8(number) + 1
    }
}
