extension PinSubject {
    /// Everything in a file that can be pinned, told by content: certificates, public keys (PEM or DER, PKCS #1 too),
    /// private keys, certificate requests (PKCS #10), key stores (PKCS #12). In the file's order.
    ///
    /// Throws what reading the parts throws: `passphraseNeeded`, `wrongPassphrase`, `malformed`, `unknownFormat` when there
    /// is nothing of the kind.
    @export(interface)
    public static func importing(_ file: [UInt8], passphrase: Passphrase? = nil) throws(ImportError) -> [PinSubject] {
        var subjects: [PinSubject] = []
        switch FileForm(sniffing: file) {
        case .pem: subjects = try blocks(file, passphrase)
        case .certificate: subjects = try certificatesOrRequest(file)
        case .privateKey, .encryptedPrivateKey: subjects = [try privateKey(file, passphrase)]
        case .pkcs12: subjects = try store(file, passphrase)
        case .pkcs7, .unknown: subjects = [try publicKey(file)]
        }
        guard !subjects.isEmpty else {
            throw ImportError(.unknownFormat, "the file holds no certificate, key or request")
        }
        return subjects
    }

    private static func blocks(_ file: [UInt8], _ passphrase: Passphrase?) throws(ImportError) -> [PinSubject] {
        var subjects: [PinSubject] = []
        for block in try PEMDocument(file).blocks {
            let label = Array(block.label.utf8).span
            if label.isEqual(to: "PUBLIC KEY") || label.isEqual(to: "RSA PUBLIC KEY") {
                subjects.append(try publicKey(block.contents))
            } else if label.isEqual(to: "CERTIFICATE REQUEST") || label.isEqual(to: "NEW CERTIFICATE REQUEST") {
                subjects.append(try request(block.contents))
            } else if label.isEqual(to: "CERTIFICATE") || label.isEqual(to: "X509 CERTIFICATE")
                || label.isEqual(to: "TRUSTED CERTIFICATE")
            {
                subjects.append(try certificate(block.contents, isTrusted: label.isEqual(to: "TRUSTED CERTIFICATE")))
            } else if label.count >= 11, label.has("PRIVATE KEY", at: label.count - 11) {
                // The first key of the file is the one that is read, as everywhere.
                guard !subjects.contains(where: { $0.kind == .privateKey }) else { continue }
                subjects.append(try privateKey(file, passphrase))
            }
        }
        return subjects
    }

    /// OpenSSL's trusted form has settings behind the certificate.
    private static func certificate(_ der: [UInt8], isTrusted: Bool = false) throws(ImportError) -> PinSubject {
        do throws(DERError) {
            guard isTrusted else { return PinSubject(try Certificate(der.span)) }
            var reader = DERReader(der.span)
            return PinSubject(try Certificate(der.span.extracting(try reader.next(DERTag.sequence).encoding)))
        } catch {
            throw ImportError(.malformed, "a malformed certificate", at: Int(error.offset))
        }
    }

    /// From outside both look the same: what is no certificate may be a request.
    private static func certificatesOrRequest(_ file: [UInt8]) throws(ImportError) -> [PinSubject] {
        if let request = try? request(file) { return [request] }
        var subjects: [PinSubject] = []
        for der in try importCertificates(file) { subjects.append(try certificate(der)) }
        return subjects
    }

    private static func privateKey(_ file: [UInt8], _ passphrase: Passphrase?) throws(ImportError) -> PinSubject {
        try PinSubject(try PrivateKey(file, passphrase: passphrase).publicKeyInfo, kind: .privateKey)
    }

    private static func store(_ file: [UInt8], _ passphrase: Passphrase?) throws(ImportError) -> [PinSubject] {
        let store = try PKCS12Store(file, passphrase: passphrase)
        var subjects: [PinSubject] = []
        for entry in store.certificates { subjects.append(try certificate(entry.der)) }
        for item in store.items {
            guard let key = item.privateKey else { continue }
            let subject = try PinSubject(key.publicKeyInfo, kind: .privateKey, name: item.label ?? "")
            if !subjects.contains(where: { $0.publicKeyPin == subject.publicKeyPin }) { subjects.append(subject) }
        }
        return subjects
    }

    /// A CertificationRequest (RFC 2986 §4.2), whose signature isn't looked at.
    private static func request(_ der: [UInt8]) throws(ImportError) -> PinSubject {
        let key: ByteRange
        let name: String
        do throws(DERError) {
            var outer = DERReader(der.span)
            var fields = try outer.enter(DERTag.sequence)
            try outer.finish()
            var info = try fields.enter(DERTag.sequence)
            _ = try info.next(DERTag.integer)
            name = try DistinguishedName(der.span.extracting(try info.next(DERTag.sequence).encoding)).text
            key = try info.next(DERTag.sequence).encoding
            _ = try info.optional(DERTag.constructed(0))
            try info.finish()
            _ = try fields.next(DERTag.sequence)
            _ = try fields.next(DERTag.bitString)
            try fields.finish()
        } catch {
            throw ImportError(.malformed, "a malformed certificate request", at: Int(error.offset))
        }
        let start = Int(key.start)
        return try PinSubject(Array(der[start..<start + Int(key.count)]), kind: .certificateRequest, name: name)
    }

    /// A SubjectPublicKeyInfo, or RSA's own form (RFC 8017 §A.1.1), which is put into one.
    private static func publicKey(_ der: [UInt8]) throws(ImportError) -> PinSubject {
        guard try isBareRSA(der) else { return try PinSubject(der) }
        // rsaEncryption with its NULL (RFC 3279 §2.3.1).
        let algorithm: [UInt8] = [
            0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
        let key = element(DERTag.bitString, [0] + der)
        return try PinSubject(element(DERTag.sequence, algorithm + key))
    }

    private static func isBareRSA(_ der: [UInt8]) throws(ImportError) -> Bool {
        do throws(DERError) {
            var outer = DERReader(der.span)
            var fields = try outer.enter(DERTag.sequence)
            try outer.finish()
            guard fields.nextTag == DERTag.integer else { return false }
            _ = try fields.next(DERTag.integer)
            _ = try fields.next(DERTag.integer)
            try fields.finish()
            return true
        } catch {
            throw ImportError(.unknownFormat, "no certificate, key or request", at: Int(error.offset))
        }
    }

    private static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        var rest = contents.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        if contents.count >= 0x80 { length.insert(0x80 | UInt8(truncatingIfNeeded: length.count), at: 0) }
        return [tag] + length + contents
    }
}
