/// Collects anchors before they become a store.
struct AnchorTable {
    private(set) var octets: [UInt8] = []
    private(set) var skipped: [SkippedAnchor] = []
    private var entries: [AnchorEntry] = []
    /// Every certificate is read to its end; otherwise only up to its subject.
    private let readsWhole: Bool

    init(readsWhole: Bool) {
        self.readsWhole = readsWhole
    }

    var isEmpty: Bool { entries.isEmpty }

    func sortedEntries() -> [AnchorEntry] {
        entries.sorted { left, right in
            left.subjectDigest != right.subjectDigest
                ? left.subjectDigest < right.subjectDigest : left.range.start < right.range.start
        }
    }

    /// Copies a file's contents and indexes them.
    mutating func append(_ contents: [UInt8], source: SkippedAnchor.Source) {
        let start = octets.count
        octets += contents
        let collected = octets
        index(collected.span, from: start, source: source)
    }

    mutating func skip(_ source: SkippedAnchor.Source, _ reason: SkippedAnchor.Reason) {
        skipped.append(SkippedAnchor(source: source, reason: reason))
    }

    /// Indexes what lies behind `start` in a buffer: PEM blocks, or else one DER certificate.
    mutating func index(_ buffer: Span<UInt8>, from start: Int, source: SkippedAnchor.Source) {
        let contents = buffer.extracting(start..<buffer.count)
        var scanner = CertificateScanner(contents)
        var isPEM = false
        var hasCertificate = false
        while let block = scanner.next() {
            isPEM = true
            guard block.label != .other else { continue }
            hasCertificate = true
            do throws(DERError) {
                let entry = try AnchorIndexing.entry(buffer, of: block.moved(by: start))
                add(entry, buffer, source)
            } catch {
                skip(source, .malformed(error))
            }
        }
        guard !isPEM else {
            if !hasCertificate { skip(source, .noCertificate) }
            return
        }
        guard contents.count > 0, contents[0] == 0x30 else { return skip(source, .noCertificate) }
        do throws(DERError) {
            let entry = try AnchorIndexing.entry(buffer, at: ByteRange(start: start, count: contents.count))
            add(entry, buffer, source)
        } catch {
            skip(source, .malformed(error))
        }
    }

    private mutating func add(_ entry: AnchorEntry, _ buffer: Span<UInt8>, _ source: SkippedAnchor.Source) {
        if readsWhole {
            let single = [entry]
            let index = AnchorIndex(buffer: buffer, entries: single.span)
            var scratch = AnchorScratch()
            do throws(DERError) {
                _ = try index.anchor(at: 0, decodingInto: &scratch)
            } catch {
                skip(source, .malformed(error))
                return
            }
        }
        entries.append(entry)
    }
}
