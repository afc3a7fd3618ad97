extension DistinguishedName {
    /// Whether two names are the same (RFC 5280 §7.1).
    ///
    /// Attribute by attribute: the types equal; the values equal after folding ASCII case and runs of spaces when both
    /// are of a string type that can be compared as octets (PrintableString, UTF8String, IA5String, VisibleString,
    /// TeletexString); otherwise octet by octet with the same tag. This is the part of RFC 4518's preparation that
    /// OpenSSL's X509_NAME_cmp does too; characters beyond ASCII are compared as they are.
    @inline(never)
    public func matches(_ other: DistinguishedName) -> Bool {
        if bytes.extracting(contents).isEqual(to: other.bytes.extracting(other.contents)) { return true }
        var left = attributes
        var right = other.attributes
        while let attribute = left.next() {
            guard let candidate = right.next(), isEqual(attribute, candidate, in: other) else { return false }
        }
        return right.next() == nil
    }

    /// Whether this name is `base` or lies in the subtree below it (RFC 5280 §4.2.1.10, directoryName).
    @inline(never)
    package func isWithin(_ base: DistinguishedName) -> Bool {
        var own = attributes
        var constraint = base.attributes
        var position = -1
        while let wanted = constraint.next() {
            guard let attribute = own.next(), isEqual(attribute, wanted, in: base) else { return false }
            position = wanted.position
        }
        // The last relative name must have been compared as a whole, not only its first attributes.
        guard let rest = own.next() else { return true }
        return rest.position > position
    }

    /// A number that is equal for names that match. FNV-1a over the folded form; collisions are harmless.
    package var digest: UInt32 {
        @inline(never) get { foldedDigest() }
    }

    private func foldedDigest() -> UInt32 {
        var hash: UInt32 = 0x811c_9dc5
        var walk = attributes
        while let attribute = walk.next() {
            hash = (hash ^ UInt32(truncatingIfNeeded: attribute.type.digest)) &* 0x0100_0193
            hash = (hash ^ UInt32(truncatingIfNeeded: attribute.position)) &* 0x0100_0193
            if DistinguishedName.isFolded(attribute.tag) {
                var folded = FoldedOctets(bytes.extracting(attribute.value))
                while let octet = folded.next() { hash = (hash ^ UInt32(octet)) &* 0x0100_0193 }
            } else {
                for index in Int(attribute.value.start)..<attribute.value.end {
                    hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193
                }
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
