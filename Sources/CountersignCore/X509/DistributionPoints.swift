/// A certificate's cRLDistributionPoints (RFC 5280 §4.2.1.13).
package struct DistributionPoints: ~Escapable {
    private let bytes: Span<UInt8>
    private let contents: ByteRange

    @_lifetime(copy bytes)
    package init(in bytes: Span<UInt8>, contents: ByteRange) {
        self.bytes = bytes
        self.contents = contents
    }

    /// Checks the structure.
    static func validate(_ value: inout DERReader) throws(DERError) -> ByteRange {
        let sequence = try value.next(DERTag.sequence)
        try value.finish()
        var points = value.inside(sequence)
        guard !points.isAtEnd else { throw DERError(.invalidCount, at: sequence.start) }
        while !points.isAtEnd { _ = try point(&points) }
        return sequence.contents
    }

    /// Whether one of them has a name in common with a list's distribution point (§6.3.3 (b)(2)(i)), given by its
    /// encoding in the list. A relative name stands for the issuer's name with one more part.
    package func includes(_ name: ByteRange, of list: RevocationList) -> Bool {
        var points = DERReader(bytes, in: contents)
        while !points.isAtEnd {
            guard let point = try? DistributionPoints.point(&points) else { return false }
            guard point.count > 0 else { continue }
            if haveCommonName(bytes.extracting(point), list.der.extracting(name), list.issuer) { return true }
        }
        return false
    }

    /// The encoding of one point's fullName or nameRelativeToCRLIssuer; empty if it only names another issuer.
    private static func point(_ points: inout DERReader) throws(DERError) -> ByteRange {
        var fields = try points.enter(DERTag.sequence)
        var name = ByteRange(start: 0, count: 0)
        if let element = try fields.optional(DERTag.constructed(0)) {
            var choice = fields.inside(element)
            name = try choice.next().encoding
            try choice.finish()
        }
        if fields.nextTag == DERTag.context(1) { _ = try fields.bitString(DERTag.context(1)) }
        // Lists by somebody else (cRLIssuer) are indirect ones.
        if try fields.optional(DERTag.constructed(2)) != nil { name = ByteRange(start: 0, count: 0) }
        try fields.finish()
        return name
    }

    private func haveCommonName(
        _ left: Span<UInt8>, _ right: Span<UInt8>, _ issuer: DistinguishedName
    ) -> Bool {
        if left.isEqual(to: right) { return true }
        guard left.count > 0, right.count > 0 else { return false }
        let isLeftFull = left[0] == DERTag.constructed(0)
        let isRightFull = right[0] == DERTag.constructed(0)
        if isLeftFull, isRightFull { return haveCommonFullName(left, right) }
        if isLeftFull { return DistributionPoints.fullName(left, isBelow: issuer, by: right) }
        return isRightFull && DistributionPoints.fullName(right, isBelow: issuer, by: left)
    }

    private func haveCommonFullName(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        do throws(DERError) {
            var outer = DERReader(left)
            var names = try outer.enter(DERTag.constructed(0))
            while !names.isAtEnd {
                let name = try GeneralName(&names)
                var otherOuter = DERReader(right)
                var others = try otherOuter.enter(DERTag.constructed(0))
                while !others.isAtEnd {
                    let other = try GeneralName(&others)
                    guard name.kind == other.kind else { continue }
                    if name.kind == .directoryName {
                        let own = DistinguishedName(in: left, contents: name.contents)
                        if own.matches(DistinguishedName(in: right, contents: other.contents)) { return true }
                    } else if left.extracting(name.contents).isEqual(to: right.extracting(other.contents)) {
                        return true
                    }
                }
            }
            return false
        } catch {
            return false
        }
    }

    /// One of the full names is the issuer's with the relative name behind it.
    private static func fullName(
        _ full: Span<UInt8>, isBelow issuer: DistinguishedName, by relative: Span<UInt8>
    ) -> Bool {
        do throws(DERError) {
            var relativeReader = DERReader(relative)
            let wanted = try relativeReader.next(DERTag.constructed(1))
            var outer = DERReader(full)
            var names = try outer.enter(DERTag.constructed(0))
            while !names.isAtEnd {
                let name = try GeneralName(&names)
                guard name.kind == .directoryName,
                    DistinguishedName(in: full, contents: name.contents).isWithin(issuer)
                else { continue }
                var parts = DERReader(full, in: name.contents)
                var last = ByteRange(start: 0, count: 0)
                while !parts.isAtEnd { last = try parts.next(DERTag.set).contents }
                if full.extracting(last).isEqual(to: relative.extracting(wanted.contents)) { return true }
            }
            return false
        } catch {
            return false
        }
    }
}
