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
    mutating func append(_ contents: [UInt8], source: SkippedAnchor.Source) {
        var scanner = CertificateScanner(contents.span)
        var isPEM = false
        var hasCertificate = false
        while let block = scanner.next() {
            isPEM = true
            guard block.label != .other else { continue }
            hasCertificate = true
            let text = contents.span.extracting(block.body)
            var decoded = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
            var output = decoded.mutableSpan
            let count = Base64.decode(text, into: &output) ?? 0
            appendCertificate(
                decoded[..<count], hasTrustSettings: block.label == .trustedCertificate, source: source)
        }
        if isPEM {
            if !hasCertificate { skip(source, .noCertificate) }
        } else if contents.first == 0x30 {
            appendCertificate(contents[...], hasTrustSettings: false, source: source)
        } else {
            skip(source, .noCertificate)
        }
    }

    private mutating func appendCertificate(
        _ der: ArraySlice<UInt8>, hasTrustSettings: Bool, source: SkippedAnchor.Source
    ) {
        let start = octets.count
        octets += der
        do throws(DERError) {
            let added = octets
            let range = ByteRange(start: start, count: der.count)
            _ = try TrustAnchor(added.span.extracting(range), hasTrustSettings: hasTrustSettings)
            let entry = try AnchorIndexing.entry(added.span, at: range, hasTrustSettings: hasTrustSettings)
            entries.append(entry)
        } catch {
            octets.removeSubrange(start...)
            skip(source, .malformed(error))
        }
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
