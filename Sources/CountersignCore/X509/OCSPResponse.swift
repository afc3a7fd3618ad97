/// A successful basic OCSP response (RFC 6960 §4.2.1) over bytes that somebody else owns.
///
/// Reading one checks its encoding; who signed it and whether it is current is decided in an evaluation.
public struct OCSPResponse: ~Escapable {
    let der: Span<UInt8>
    let toBeSigned: ByteRange
    let signatureAlgorithm: SignatureAlgorithm
    let signature: ByteRange
    /// The responder's name as the contents of its SEQUENCE, or the digest of its key; one of them is empty.
    let responderName: ByteRange
    let responderKeyDigest: ByteRange
    private let responses: ByteRange
    private let certificates: ByteRange

    /// Reads one response that fills `der`. A response that reports an error instead throws `forbidden`.
    @_lifetime(copy der)
    public init(_ der: Span<UInt8>) throws(DERError) {
        self.der = der
        var outer = DERReader(der)
        var response = try outer.enter(DERTag.sequence)
        try outer.finish()
        // §4.2.1: successful is 0.
        guard try response.count(DERTag.enumerated) == 0 else { throw DERError(.forbidden, at: 0) }
        let wrapped = try response.next(DERTag.constructed(0))
        try response.finish()
        var explicit = response.inside(wrapped)
        var bytes = try explicit.enter(DERTag.sequence)
        guard try bytes.objectIdentifier() == .basicOCSPResponse else { throw DERError(.forbidden, at: wrapped.start) }
        let octets = try bytes.next(DERTag.octetString)
        try bytes.finish()

        var contents = bytes.inside(octets)
        var basic = try contents.enter(DERTag.sequence)
        try contents.finish()
        let data = try basic.next(DERTag.sequence)
        toBeSigned = data.encoding
        signatureAlgorithm = try SignatureAlgorithm(&basic)
        signature = try basic.octetAlignedBitString()
        if let element = try basic.optional(DERTag.constructed(0)) {
            var list = basic.inside(element)
            certificates = try list.next(DERTag.sequence).contents
        } else {
            certificates = ByteRange(start: 0, count: 0)
        }
        try basic.finish()

        var fields = basic.inside(data)
        _ = try fields.optional(DERTag.constructed(0))
        if let name = try fields.optional(DERTag.constructed(1)) {
            var inner = fields.inside(name)
            responderName = try DistinguishedName.validate(&inner).contents
            responderKeyDigest = ByteRange(start: 0, count: 0)
        } else {
            var inner = try fields.enter(DERTag.constructed(2))
            responderName = ByteRange(start: 0, count: 0)
            responderKeyDigest = try inner.next(DERTag.octetString).contents
        }
        _ = try fields.generalizedTime()
        responses = try fields.next(DERTag.sequence).contents
        // §4.4: a critical extension with no meaning here can't be overlooked.
        if let element = try fields.optional(DERTag.constructed(1)) {
            try OCSPResponse.refuseCritical(fields.inside(element))
        }
        try fields.finish()
        var entries = DERReader(der, in: responses)
        while !entries.isAtEnd { _ = try OCSPResponse.entry(&entries) }
    }

    /// What is said about one certificate.
    struct Entry {
        enum Status {
            case good, revoked, unknown
        }

        let hash: HashAlgorithm?
        let issuerNameDigest: ByteRange
        let issuerKeyDigest: ByteRange
        let serialNumber: ByteRange
        let status: Status
        let thisUpdate: UnixTime
        let nextUpdate: UnixTime?
    }

    /// The first entry for which `isWanted` holds.
    func firstEntry(where isWanted: (Entry) -> Bool) -> Entry? {
        var entries = DERReader(der, in: responses)
        while !entries.isAtEnd {
            guard let entry = try? OCSPResponse.entry(&entries) else { return nil }
            if isWanted(entry) { return entry }
        }
        return nil
    }

    /// The certificates that came with it, as ranges in `der`; nil behind the last one.
    func certificate(at index: Int) -> ByteRange? {
        var list = DERReader(der, in: certificates)
        var position = 0
        while !list.isAtEnd {
            guard let element = try? list.next() else { return nil }
            if position == index { return element.encoding }
            position += 1
        }
        return nil
    }

    private static func entry(_ entries: inout DERReader) throws(DERError) -> Entry {
        var fields = try entries.enter(DERTag.sequence)
        var identifier = try fields.enter(DERTag.sequence)
        let hash = try SignatureAlgorithm.hashAlgorithm(&identifier)
        let name = try identifier.next(DERTag.octetString)
        let key = try identifier.next(DERTag.octetString)
        let serial = try identifier.integer()
        try identifier.finish()
        let status: Entry.Status
        switch try fields.next().tag {
        case DERTag.context(0): status = .good
        case DERTag.constructed(1): status = .revoked
        case DERTag.context(2): status = .unknown
        default: throw DERError(.unexpectedTag, at: identifier.position)
        }
        let thisUpdate = try fields.generalizedTime()
        var nextUpdate: UnixTime?
        if let element = try fields.optional(DERTag.constructed(0)) {
            var inner = fields.inside(element)
            nextUpdate = try inner.generalizedTime()
        }
        if let element = try fields.optional(DERTag.constructed(1)) { try refuseCritical(fields.inside(element)) }
        try fields.finish()
        return Entry(
            hash: hash, issuerNameDigest: name.contents, issuerKeyDigest: key.contents,
            serialNumber: serial.contents, status: status, thisUpdate: thisUpdate, nextUpdate: nextUpdate)
    }

    private static func refuseCritical(_ reader: consuming DERReader) throws(DERError) {
        var list = try reader.enter(DERTag.sequence)
        while !list.isAtEnd {
            var item = try list.enter(DERTag.sequence)
            _ = try item.objectIdentifier()
            if item.nextTag == DERTag.boolean, try item.boolean() { throw DERError(.forbidden, at: item.position) }
        }
    }
}
