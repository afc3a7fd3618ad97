/// Makes the entries of an anchor table, reading no more of each certificate than its subject.
///
/// Whoever owns the table collects the entries, sorts them by `AnchorEntry.subjectDigest` and lends both.
public enum AnchorIndexing {
    /// The entry for one DER certificate in a buffer.
    ///
    /// `hasTrustSettings`: OpenSSL's X509_CERT_AUX follows the certificate.
    public static func entry(
        _ buffer: Span<UInt8>, at range: ByteRange, hasTrustSettings: Bool = false
    ) throws(DERError) -> AnchorEntry {
        let digest = try subjectDigest(buffer.extracting(range))
        return AnchorEntry(subjectDigest: digest, form: hasTrustSettings ? .trustedDER : .der, range: range)
    }

    /// The entry for one PEM block in a buffer.
    package static func entry(_ buffer: Span<UInt8>, of block: CertificateScanner.Block) throws(DERError) -> AnchorEntry
    {
        let text = buffer.extracting(block.body)
        // Serial number, algorithm, both names and the dates mostly fit here, else in twice as much.
        var head = InlineArray<300, UInt8>(repeating: 0)
        var output = head.mutableSpan
        let form: AnchorEntry.Form = block.label == .trustedCertificate ? .trustedBase64 : .base64
        guard let written = Base64Text.decode(text, into: &output) else {
            throw DERError(.invalidValue, at: Int(block.body.start))
        }
        if let digest = try? subjectDigest(head.span.extracting(0..<written)) {
            return AnchorEntry(subjectDigest: digest, form: form, range: block.body)
        }
        return AnchorEntry(subjectDigest: try longSubjectDigest(text), form: form, range: block.body)
    }

    @inline(never)
    private static func longSubjectDigest(_ text: Span<UInt8>) throws(DERError) -> UInt32 {
        var head = InlineArray<600, UInt8>(repeating: 0)
        var output = head.mutableSpan
        let written = Base64Text.decode(text, into: &output) ?? 0
        if let digest = try? subjectDigest(head.span.extracting(0..<written)) { return digest }
        return try wholeSubjectDigest(text)
    }

    @inline(never)
    private static func wholeSubjectDigest(_ text: Span<UInt8>) throws(DERError) -> UInt32 {
        var scratch = AnchorScratch()
        return try subjectDigest(scratch.decode(text))
    }

    /// Of the subject in a certificate's first octets (RFC 5280 §4.1).
    private static func subjectDigest(_ der: Span<UInt8>) throws(DERError) -> UInt32 {
        var reader = DERReader(der)
        _ = try reader.stepIntoSequence()
        _ = try reader.stepIntoSequence()
        _ = try reader.optional(DERTag.constructed(0))
        _ = try reader.next(DERTag.integer)
        _ = try reader.next(DERTag.sequence)
        _ = try reader.next(DERTag.sequence)
        _ = try reader.next(DERTag.sequence)
        let subject = try reader.next(DERTag.sequence)
        return DistinguishedName(in: der, contents: subject.contents).digest
    }
}
