extension PrivateKey {
    /// The key as others like to read it: PKCS #8 version 0 (RFC 5208 §5), for a curve with the public key inside (RFC
    /// 5915 §3), as OpenSSL writes it.
    func pkcs8() -> SecretBytes {
        withDER { der in
            do throws(ImportError) {
                let material = try KeyMaterial(der.span)
                guard material.algorithm == .ecPublicKey else { return SecretBytes(copying: der.span) }
                var outer = BERReader(material.inner.span)
                let fields = try outer.sequence("ECPrivateKey")
                let point = try PublicKeyFields(publicKeyInfo).key
                var writer = DERWriter(capacity: der.count + point.count + 32)
                writer.wrap(.sequence) { writer in
                    writer.wrap(.octetString) { writer in
                        writer.wrap(.sequence) { writer in
                            writer.wrap(.context(1)) { $0.element(.bitString, point) }
                            writer.prepend(fields.bytes.extracting(fields.position..<fields.end))
                        }
                    }
                    writer.wrap(.sequence) { writer in
                        writer.prepend(material.parameters)
                        writer.element(.objectIdentifier, material.algorithm.octets)
                    }
                    writer.element(.integer, [0])
                }
                return writer.finish()
            } catch {
                return SecretBytes(copying: der.span)
            }
        }
    }

    /// The key as PEM: one unencrypted `PRIVATE KEY` block (RFC 7468 §10).
    package func pem() -> SecretBytes {
        let contents = pkcs8()
        var base64 = base64Encoded(contents.span)
        let head = Array("-----BEGIN PRIVATE KEY-----\n".utf8)
        let foot = Array("-----END PRIVATE KEY-----\n".utf8)
        let lineCount = (base64.count + 63) / 64
        var text = SecretBytes(count: head.count + base64.count + lineCount + foot.count)
        var output = text.mutableSpan
        var position = 0
        func put(_ byte: UInt8, _ output: inout MutableSpan<UInt8>) {
            guard position < output.count else { return }
            output[position] = byte
            position += 1
        }
        for byte in head { put(byte, &output) }
        for index in base64.indices {
            put(base64[index], &output)
            if index % 64 == 63 || index == base64.count - 1 { put(0x0A, &output) }
        }
        for byte in foot { put(byte, &output) }
        var used = base64.mutableSpan
        wipe(&used)
        return text
    }

    /// Writes the key, unencrypted, as a PEM file that only its owner may read (mode 0600). The file appears whole or not
    /// at all; one that is there already is left alone unless `replacing`.
    ///
    /// Throws `fileExists` and `unwritableFile`. Counterpart: SecItemExport with kSecFormatPEMSequence.
    @export(interface)
    public func writePEM(to path: String, replacing: Bool = false) throws(MintingError) {
        try OutputFile.write(pem().span, to: path, isSecret: true, replacing: replacing)
    }
}
