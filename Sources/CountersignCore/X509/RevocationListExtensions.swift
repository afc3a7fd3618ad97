/// The extensions of a revocation list (RFC 5280 §5.2).
package struct RevocationListExtensions {
    /// The contents of cRLNumber (§5.2.3) and of deltaCRLIndicator's BaseCRLNumber (§5.2.4).
    var number = ByteRange(start: 0, count: 0)
    var baseNumber = ByteRange(start: 0, count: 0)
    /// The key identifier of authorityKeyIdentifier (§5.2.1).
    var authorityKeyIdentifier = ByteRange(start: 0, count: 0)
    /// issuingDistributionPoint (§5.2.5): the distributionPoint, tag and all, if it names one.
    var distributionPoint = ByteRange(start: 0, count: 0)
    var onlyContainsUserCertificates = false
    var onlyContainsAuthorityCertificates = false
    var onlyContainsAttributeCertificates = false
    var onlySomeReasons = false
    var isIndirect = false
    /// A critical extension that has no meaning here, or one that must not be critical and is: the list can't be used.
    var hasUnknownCriticalExtension = false

    init() {}

    /// It lists changes to another list only.
    var isDelta: Bool { baseNumber.count > 0 }

    /// The SEQUENCE of extensions.
    init(_ reader: consuming DERReader) throws(DERError) {
        var list = try reader.enter(DERTag.sequence)
        try reader.finish()
        while !list.isAtEnd {
            var item = try list.enter(DERTag.sequence)
            let identifier = try item.objectIdentifier()
            let isCritical = item.nextTag == DERTag.boolean ? try item.boolean() : false
            let element = try item.next(DERTag.octetString)
            try item.finish()
            var value = list.inside(element)
            switch identifier {
            case .crlNumber:
                number = try value.integer().contents
                // §5.2.3: must be marked as non-critical.
                if isCritical { hasUnknownCriticalExtension = true }
            case .deltaCRLIndicator: baseNumber = try value.integer().contents
            case .authorityKeyIdentifier:
                var fields = try value.enter(DERTag.sequence)
                if let key = try fields.optional(DERTag.context(0)) { authorityKeyIdentifier = key.contents }
            case .issuingDistributionPoint: try readIssuingDistributionPoint(&value)
            default: if isCritical { hasUnknownCriticalExtension = true }
            }
        }
    }

    private mutating func readIssuingDistributionPoint(_ value: inout DERReader) throws(DERError) {
        var fields = try value.enter(DERTag.sequence)
        try value.finish()
        if let name = try fields.optional(DERTag.constructed(0)) {
            var choice = fields.inside(name)
            distributionPoint = try choice.next().encoding
        }
        onlyContainsUserCertificates = try RevocationListExtensions.flag(1, &fields)
        onlyContainsAuthorityCertificates = try RevocationListExtensions.flag(2, &fields)
        onlySomeReasons = try fields.optional(DERTag.context(3)) != nil
        isIndirect = try RevocationListExtensions.flag(4, &fields)
        onlyContainsAttributeCertificates = try RevocationListExtensions.flag(5, &fields)
        try fields.finish()
    }

    /// BOOLEAN DEFAULT FALSE, tagged implicitly.
    private static func flag(_ number: UInt8, _ fields: inout DERReader) throws(DERError) -> Bool {
        guard let element = try fields.optional(DERTag.context(number)) else { return false }
        guard element.count == 1 else { throw DERError(.invalidValue, at: element.start) }
        return fields.bytes[element.content] != 0
    }
}
