extension DistinguishedName {
    /// Whether two names are the same (RFC 5280 §7.1).
    ///
    /// Relative name by relative name, each a set of attributes whose order says nothing: the types equal; the values
    /// equal after folding ASCII case and runs of spaces when both are of a string type that can be compared as octets
    /// (PrintableString, UTF8String, IA5String, VisibleString, TeletexString); otherwise octet by octet with the same
    /// tag. This is the part of RFC 4518's preparation that OpenSSL's X509_NAME_cmp does too; characters beyond ASCII are
    /// compared as they are.
    @inline(never)
    public func matches(_ other: DistinguishedName) -> Bool {
        if bytes.extracting(contents).isEqual(to: other.bytes.extracting(other.contents)) { return true }
        return isWithin(other) && other.isWithin(self)
    }

    /// Whether this name is `base` or lies in the subtree below it (RFC 5280 §4.2.1.10, directoryName).
    @inline(never)
    package func isWithin(_ base: DistinguishedName) -> Bool {
        var own = attributes
        var constraint = base.attributes
        var wanted = constraint.next()
        var attribute = own.next()
        while let first = wanted {
            // Both relative names begin here; the walkers are kept, to go through them as often as needed.
            guard let start = attribute, start.position == first.position else { return false }
            let ownRest = own
            let constraintRest = constraint
            guard contains(start, ownRest, first, constraintRest, of: base),
                base.contains(first, constraintRest, start, ownRest, of: self)
            else { return false }
            wanted = DistinguishedName.skip(first.position, &constraint)
            attribute = DistinguishedName.skip(start.position, &own)
        }
        return true
    }

    /// Whether each attribute of the other's relative name is among those of this one. A relative name has at most
    /// `attributeLimit` of them.
    private func contains(
        _ first: Attribute, _ rest: Attributes, _ otherFirst: Attribute, _ otherRest: Attributes,
        of other: DistinguishedName
    ) -> Bool {
        var wanted: Attribute? = otherFirst
        var remaining = otherRest
        while let attribute = wanted, attribute.position == otherFirst.position {
            var candidate: Attribute? = first
            var candidates = rest
            while let own = candidate, own.position == first.position, !isEqual(own, attribute, in: other) {
                candidate = candidates.next()
            }
            guard let found = candidate, found.position == first.position else { return false }
            wanted = remaining.next()
        }
        return true
    }

    /// The first attribute behind the relative name at `position`.
    private static func skip(_ position: Int, _ walk: inout Attributes) -> Attribute? {
        while let attribute = walk.next() {
            if attribute.position != position { return attribute }
        }
        return nil
    }

    /// A number that is equal for names that match. FNV-1a over the folded form of each attribute, added up within a
    /// relative name, whose order says nothing; collisions are harmless.
    package var digest: UInt32 {
        @inline(never) get { foldedDigest() }
    }

    private func foldedDigest() -> UInt32 {
        var hash: UInt32 = 0x811c_9dc5
        var sum: UInt32 = 0
        var position = 0
        var walk = attributes
        while let attribute = walk.next() {
            if attribute.position != position {
                hash = (hash ^ sum) &* 0x0100_0193
                (sum, position) = (0, attribute.position)
            }
            sum = sum &+ foldedDigest(of: attribute)
        }
        return (hash ^ sum) &* 0x0100_0193
    }

    private func foldedDigest(of attribute: Attribute) -> UInt32 {
        var hash = (0x811c_9dc5 ^ UInt32(truncatingIfNeeded: attribute.type.digest)) &* 0x0100_0193
        if DistinguishedName.isFolded(attribute.tag) {
            var folded = FoldedOctets(bytes.extracting(attribute.value))
            while let octet = folded.next() { hash = (hash ^ UInt32(octet)) &* 0x0100_0193 }
        } else {
            for index in Int(attribute.value.start)..<attribute.value.end {
                hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193
            }
        }
        return hash
    }

    private func isEqual(_ own: Attribute, _ candidate: Attribute, in other: DistinguishedName) -> Bool {
        guard own.type == candidate.type, own.position == candidate.position else { return false }
        let left = bytes.extracting(own.value)
        let right = other.bytes.extracting(candidate.value)
        guard DistinguishedName.isFolded(own.tag), DistinguishedName.isFolded(candidate.tag) else {
            return own.tag == candidate.tag && left.isEqual(to: right)
        }
        var first = FoldedOctets(left)
        var second = FoldedOctets(right)
        while let octet = first.next() {
            guard second.next() == octet else { return false }
        }
        return second.next() == nil
    }

    private static func isFolded(_ tag: UInt8) -> Bool {
        tag == DERTag.utf8String || tag == DERTag.printableString || tag == DERTag.ia5String
            || tag == DERTag.visibleString || tag == DERTag.teletexString
    }
}

/// A string's octets with ASCII letters in lower case, no spaces at the ends, and one for each run of spaces.
private struct FoldedOctets: ~Escapable {
    private let octets: Span<UInt8>
    private var position = 0
    private var end: Int

    @_lifetime(copy octets)
    init(_ octets: Span<UInt8>) {
        self.octets = octets
        end = octets.count
        while end > 0, octets[end - 1] == 0x20 { end -= 1 }
        while position < end, octets[position] == 0x20 { position += 1 }
    }

    mutating func next() -> UInt8? {
        guard position < end else { return nil }
        let octet = octets[position]
        position += 1
        if octet == 0x20 {
            while position < end, octets[position] == 0x20 { position += 1 }
        }
        return octet.lowercasedASCII
    }
}
