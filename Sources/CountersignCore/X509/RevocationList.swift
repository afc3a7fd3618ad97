/// A certificate revocation list (RFC 5280 §5) over bytes that somebody else owns.
///
/// Reading one checks its encoding; whether it may be believed, and about which certificates it speaks, is decided in an
/// evaluation. Linear in its size.
public struct RevocationList: ~Escapable {
    /// The DER, of exactly this list.
    public let der: Span<UInt8>
    package let toBeSigned: ByteRange
    public let signatureAlgorithm: SignatureAlgorithm
    package let signature: ByteRange
    private let issuerName: ByteRange
    package let issuerDigest: UInt32
    /// When it was issued.
    public let thisUpdate: UnixTime
    /// When the next one will have been issued; nil if the issuer doesn't say, against RFC 5280 §5.1.2.5.
    public let nextUpdate: UnixTime?
    private let revoked: ByteRange
    package let extensions: RevocationListExtensions
    /// Some entry has a critical extension with no meaning here: what isn't listed can't be called good (§5.3).
    package let hasUnknownCriticalEntry: Bool

    /// Reads one list that fills `der`.
    @_lifetime(copy der)
    public init(_ der: Span<UInt8>) throws(DERError) {
        self.der = der
        var outer = DERReader(der)
        var list = try outer.enter(DERTag.sequence)
        try outer.finish()
        let toBeSigned = try list.next(DERTag.sequence)
        var fields = list.inside(toBeSigned)
        let algorithmStart = list.position
        signatureAlgorithm = try SignatureAlgorithm(&list)
        let algorithm = ByteRange(start: algorithmStart, count: list.position - algorithmStart)
        signature = try list.octetAlignedBitString()
        try list.finish()
        self.toBeSigned = toBeSigned.encoding

        // §5.1.2.1: version 2 is encoded as 1; version 1 isn't encoded.
        var isVersion2 = false
        if fields.nextTag == DERTag.integer {
            guard try fields.count() == 1 else { throw DERError(.invalidValue, at: toBeSigned.start) }
            isVersion2 = true
        }
        let inner = try fields.next(DERTag.sequence)
        // §5.1.1.2: the same algorithm identifier in both places.
        guard der.extracting(inner.encoding).isEqual(to: der.extracting(algorithm)) else {
            throw DERError(.forbidden, at: inner.start)
        }
        let issuer = try DistinguishedName.validate(&fields)
        issuerName = issuer.contents
        issuerDigest = DistinguishedName(in: der, contents: issuer.contents).digest
        thisUpdate = try fields.time()
        let isTime = fields.nextTag == DERTag.utcTime || fields.nextTag == DERTag.generalizedTime
        nextUpdate = isTime ? try fields.time() : nil
        revoked = try fields.optional(DERTag.sequence)?.contents ?? ByteRange(start: 0, count: 0)
        if let element = try fields.optional(DERTag.constructed(0)) {
            guard isVersion2 else { throw DERError(.forbidden, at: element.start) }
            extensions = try RevocationListExtensions(fields.inside(element))
        } else {
            extensions = RevocationListExtensions()
        }
        try fields.finish()
        var entries = DERReader(der, in: revoked)
        var hasUnknown = false
        while !entries.isAtEnd {
            if try RevocationList.entry(&entries).hasUnknownCriticalExtension { hasUnknown = true }
        }
        hasUnknownCriticalEntry = hasUnknown
    }

    public var issuer: DistinguishedName {
        @_lifetime(copy self)
        get { DistinguishedName(in: der, contents: issuerName) }
    }

    /// One revoked certificate.
    package struct Entry {
        let serialNumber: ByteRange
        /// RFC 5280 §5.3.1; 0, unspecified, if there is none. 8 is removeFromCRL.
        let reason: UInt8
        /// It has a critical extension with no meaning here, such as certificateIssuer (§5.3.3).
        let hasUnknownCriticalExtension: Bool
    }

    /// What the list says about a serial number, given as the contents of its INTEGER; nil when it doesn't list it.
    /// Linear in the list.
    package func entry(for serialNumber: Span<UInt8>) -> Entry? {
        var entries = DERReader(der, in: revoked)
        while !entries.isAtEnd {
            guard let entry = try? RevocationList.entry(&entries) else { return nil }
            if der.extracting(entry.serialNumber).isEqual(to: serialNumber) { return entry }
        }
        return nil
    }

    private static func entry(_ entries: inout DERReader) throws(DERError) -> Entry {
        var fields = try entries.enter(DERTag.sequence)
        let serialNumber = try fields.integer()
        _ = try fields.time()
        var reason: UInt8 = 0
        var hasUnknown = false
        if !fields.isAtEnd {
            var list = try fields.enter(DERTag.sequence)
            while !list.isAtEnd {
                var item = try list.enter(DERTag.sequence)
                let identifier = try item.objectIdentifier()
                let isCritical = item.nextTag == DERTag.boolean ? try item.boolean() : false
                let value = try item.next(DERTag.octetString)
                try item.finish()
                if identifier == .reasonCode {
                    var contents = list.inside(value)
                    reason = UInt8(clamping: try contents.count(DERTag.enumerated))
                } else if isCritical {
                    hasUnknown = true
                }
            }
        }
        try fields.finish()
        return Entry(serialNumber: serialNumber.contents, reason: reason, hasUnknownCriticalExtension: hasUnknown)
    }
}
