/// Collects anchors before they become a store.
struct AnchorTable {
    private(set) var octets: [UInt8] = []
    private(set) var skipped: [SkippedAnchor] = []
    private var entries: [AnchorEntry] = []
    var isEmpty: Bool { entries.isEmpty }

    func sortedEntries() -> [AnchorEntry] {
        entries.sorted { left, right in
            left.subjectDigest != right.subjectDigest
                ? left.subjectDigest < right.subjectDigest : left.range.start < right.range.start
        }
    }

    /// Copies what is certificates in a file's contents, decoded, and indexes it.
    mutating func append(_ contents: Span<UInt8>, source: SkippedAnchor.Source) {
        var scanner = CertificateScanner(contents)
        var isPEM = false
        var hasCertificate = false
        while let block = scanner.next() {
            isPEM = true
            guard block.label != .other else { continue }
            hasCertificate = true
            let text = contents.extracting(block.body)
            var decoded = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
            var output = decoded.mutableSpan
            let count = Base64Text.decode(text, into: &output) ?? 0
            appendCertificate(
                decoded.span.extracting(0..<count), hasTrustSettings: block.label == .trustedCertificate,
                source: source)
        }
        if isPEM {
            if !hasCertificate { skip(source, .noCertificate) }
        } else if contents.count > 0, contents[0] == 0x30 {
            appendCertificate(contents, hasTrustSettings: false, source: source)
        } else {
            skip(source, .noCertificate)
        }
    }

    private mutating func appendCertificate(
        _ der: Span<UInt8>, hasTrustSettings: Bool, source: SkippedAnchor.Source
    ) {
        do throws(DERError) {
            _ = try TrustAnchor(der, hasTrustSettings: hasTrustSettings)
            let range = ByteRange(start: 0, count: der.count)
            let entry = try AnchorIndexing.entry(der, at: range, hasTrustSettings: hasTrustSettings)
            guard !contains(entry, der) else { return }
            entries.append(entry.moved(by: octets.count))
            for index in 0..<der.count { octets.append(der[index]) }
        } catch {
            skip(source, .malformed(error))
        }
    }

    /// Whether the same certificate, octet by octet, is there already.
    private func contains(_ entry: AnchorEntry, _ der: Span<UInt8>) -> Bool {
        for known in entries where known.subjectDigest == entry.subjectDigest {
            if octets.span.extracting(known.range).isEqual(to: der) { return true }
        }
        return false
    }

    mutating func skip(_ source: SkippedAnchor.Source, _ reason: SkippedAnchor.Reason) {
        skipped.append(SkippedAnchor(source: source, reason: reason))
    }

    /// Indexes the PEM blocks in a buffer that stays where it is, reading no more of each than its subject.
    mutating func index(_ buffer: Span<UInt8>, source: SkippedAnchor.Source) {
        var scanner = CertificateScanner(buffer)
        var hasCertificate = false
        while let block = scanner.next() {
            guard block.label != .other else { continue }
            hasCertificate = true
            do throws(DERError) {
                let entry = try AnchorIndexing.entry(buffer, of: block)
                entries.append(entry)
            } catch {
                skip(source, .malformed(error))
            }
        }
        if !hasCertificate { skip(source, .noCertificate) }
    }
}
