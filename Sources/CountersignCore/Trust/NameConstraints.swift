/// One certificate's name constraints (RFC 5280 §4.2.1.10), applied to the names of certificates below it.
///
/// The state variables permitted_subtrees and excluded_subtrees (§6.1.2 (b), (c)) are kept as the list of extensions
/// met so far: a name is inside of an intersection if it is inside of each, and in a union if it is in any.
package struct NameConstraints: ~Escapable {
    let bytes: Span<UInt8>
    private let contents: ByteRange

    /// What came of applying them.
    enum Verdict {
        case satisfied
        case violated
    }

    @_lifetime(copy bytes)
    init(in bytes: Span<UInt8>, contents: ByteRange) {
        self.bytes = bytes
        self.contents = contents
    }

    /// RFC 5280 §6.1.3 (b) and (c): every name of the certificate must be within the permitted subtrees of its kind,
    /// if there are any, and within no excluded one.
    ///
    /// The subject counts as a directory name, its emailAddress attributes count as mailboxes, and, when common names
    /// are matched for legacy devices, they count as DNS names. Costs names × subtrees, charged before they are
    /// compared.
    func check(
        _ certificate: Certificate, includingCommonName: Bool, _ budget: inout Budget
    ) throws(TrustError) -> Verdict {
        try budget.spendNameComparisons(comparisons(for: certificate))
        if !certificate.subject.isEmpty {
            // §6.1.3 (b): the subject name, unless it is an empty sequence.
            guard permits(certificate.subject) else { return .violated }
            var attributes = certificate.subject.attributes
            while let attribute = attributes.next() {
                let value = certificate.bytes(attribute.value)
                if attribute.type == .emailAddress {
                    guard permits(value, .rfc822Name) else { return .violated }
                }
                if includingCommonName, attribute.type == .commonName, DNSLabels.areValid(value) {
                    guard permits(value, .dnsName) else { return .violated }
                }
            }
        }
        var names = certificate.subjectAlternativeNames
        while let name = names.next() {
            let isPermitted =
                name.kind == .directoryName
                ? permits(DistinguishedName(in: certificate.der, contents: name.contents))
                : permits(certificate.bytes(name.contents), name.kind)
            guard isPermitted else { return .violated }
        }
        return .satisfied
    }

    private func permits(_ name: DistinguishedName) -> Bool {
        var hasPermitted = false
        var isWithinPermitted = false
        var subtrees = Subtrees(self)
        while let subtree = subtrees.next() {
            guard subtree.base.kind == .directoryName else { continue }
            let isWithin = name.isWithin(DistinguishedName(in: bytes, contents: subtree.base.contents))
            if subtree.isExcluded {
                if isWithin { return false }
            } else {
                hasPermitted = true
                isWithinPermitted = isWithinPermitted || isWithin
            }
        }
        return isWithinPermitted || !hasPermitted
    }

    private func permits(_ name: Span<UInt8>, _ kind: GeneralName.Kind) -> Bool {
        var hasPermitted = false
        var isWithinPermitted = false
        var subtrees = Subtrees(self)
        while let subtree = subtrees.next() {
            guard subtree.base.kind == kind else { continue }
            let relation = ConstrainedName.relation(
                of: name, kind, to: bytes.extracting(subtree.base.contents))
            switch relation {
            case .incomparable:
                // A name that can't be read, or a kind that can't be compared, has been constrained: fail closed.
                return false
            case .within:
                if subtree.isExcluded { return false }
                isWithinPermitted = true
            case .overlapping:
                if subtree.isExcluded { return false }
            case .outside: break
            }
            if !subtree.isExcluded { hasPermitted = true }
        }
        return isWithinPermitted || !hasPermitted
    }

    /// Names × subtrees of whatever kind, as OpenSSL counts them.
    private func comparisons(for certificate: Certificate) -> Int {
        var subtreeCount = 0
        var subtrees = Subtrees(self)
        while subtrees.next() != nil { subtreeCount += 1 }
        var nameCount = 0
        var names = certificate.subjectAlternativeNames
        while names.next() != nil { nameCount += 1 }
        var attributes = certificate.subject.attributes
        while attributes.next() != nil { nameCount += 1 }
        let (product, hasOverflowed) = nameCount.multipliedReportingOverflow(by: subtreeCount)
        return hasOverflowed ? Int.max : product
    }

    /// Walks both lists.
    struct Subtrees: ~Escapable {
        private var lists: DERReader
        private var list: DERReader
        private var isExcluded = false

        @_lifetime(copy constraints)
        init(_ constraints: NameConstraints) {
            lists = DERReader(constraints.bytes, in: constraints.contents)
            list = DERReader(constraints.bytes, in: ByteRange(start: 0, count: 0))
        }

        mutating func next() -> (base: GeneralName, isExcluded: Bool)? {
            do throws(DERError) {
                while list.isAtEnd {
                    guard !lists.isAtEnd else { return nil }
                    let element = try lists.next()
                    isExcluded = element.tag == DERTag.constructed(1)
                    list = lists.inside(element)
                }
                return (try NameConstraintsSyntax.subtree(&list), isExcluded)
            } catch {
                return nil
            }
        }
    }
}

extension NameConstraints {
    /// Whether a presented DNS name lies in a permitted subtree.
    package static func permits(dnsName: Span<UInt8>, subtree: Span<UInt8>) -> Bool {
        ConstrainedName.relation(of: dnsName, .dnsName, to: subtree) == .within
    }
}
