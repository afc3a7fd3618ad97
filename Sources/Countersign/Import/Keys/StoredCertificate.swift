/// What identities need to know of a certificate: whose it is, who issued it, and its key.
///
/// Only the outer structure is read, and BER is let through: whether a certificate is well-formed and valid is for
/// trust evaluation; a store may hold certificates that would fail there.
struct StoredCertificate {
    let der: [UInt8]
    /// The DER Names.
    let subject: Range<Int>
    let issuer: Range<Int>
    let publicKeyInfo: Range<Int>
    /// The contents of the key identifiers (RFC 5280 §4.2.1.1 and §4.2.1.2), nil when absent.
    let subjectKeyID: Range<Int>?
    let authorityKeyID: Range<Int>?

    /// Reads one certificate. Throws `malformed`.
    init(_ der: [UInt8]) throws(ImportError) {
        self.der = der
        var outer = BERReader(der.span)
        var certificate = try outer.sequence("Certificate")
        var body = try certificate.sequence("TBSCertificate")
        _ = try body.nextIfPresent(.context(0), "version")
        _ = try body.next(.integer, "serialNumber")
        _ = try body.next(.sequence, "signature")
        issuer = try body.next(.sequence, "issuer").whole
        _ = try body.next(.sequence, "validity")
        subject = try body.next(.sequence, "subject").whole
        publicKeyInfo = try body.next(.sequence, "subjectPublicKeyInfo").whole
        var identifiers: (subject: Range<Int>?, authority: Range<Int>?) = (nil, nil)
        while !body.isAtEnd {
            let field = try body.next("extensions")
            guard field.tag == .context(3) else { continue }
            var wrapper = body.contents(of: field)
            let list = try wrapper.next(.sequence, "extensions")
            identifiers = try Self.keyIdentifiers(wrapper.contents(of: list))
        }
        subjectKeyID = identifiers.subject
        authorityKeyID = identifiers.authority
    }

    private static func keyIdentifiers(
        _ list: consuming BERReader
    ) throws(ImportError) -> (subject: Range<Int>?, authority: Range<Int>?) {
        var found: (subject: Range<Int>?, authority: Range<Int>?) = (nil, nil)
        while !list.isAtEnd {
            var entry = try list.sequence("Extension")
            let id = try entry.objectIdentifier("extnID")
            _ = try entry.nextIfPresent(BERTag(0x01), "critical")
            let value = try entry.next(.octetString, "extnValue")
            var inner = entry.contents(of: value)
            if id == .subjectKeyIdentifier {
                found.subject = try inner.next(.octetString, "subjectKeyIdentifier").contents
            } else if id == .authorityKeyIdentifier {
                var fields = try inner.sequence("authorityKeyIdentifier")
                found.authority = try fields.nextIfPresent(.contextPrimitive(0), "keyIdentifier")?.contents
            }
        }
        return found
    }

    /// Issued by its own subject, as roots are.
    var isSelfIssued: Bool { der[subject].elementsEqual(der[issuer]) }

    /// The public key; nil when it can't be read.
    var publicKey: PublicKeyFields? {
        do throws(ImportError) {
            return try PublicKeyFields([UInt8](der[publicKeyInfo]))
        } catch {
            return nil
        }
    }

    /// Whether the authority key identifier is there and is the other's.
    func namesKey(of other: StoredCertificate) -> Bool {
        guard let authorityKeyID, let theirs = other.subjectKeyID else { return false }
        return der[authorityKeyID].elementsEqual(other.der[theirs])
    }

    /// Whether names say that `issuer` issued this certificate, and key identifiers, where both have one, don't deny it.
    func isIssued(by other: StoredCertificate) -> Bool {
        guard der[issuer].elementsEqual(other.der[other.subject]) else { return false }
        guard let authorityKeyID, let theirs = other.subjectKeyID else { return true }
        return der[authorityKeyID].elementsEqual(other.der[theirs])
    }
}

extension ObjectID {
    static let subjectKeyIdentifier = ObjectID([0x55, 0x1D, 0x0E])
    static let authorityKeyIdentifier = ObjectID([0x55, 0x1D, 0x23])
}
