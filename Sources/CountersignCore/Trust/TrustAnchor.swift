/// One anchor that has been read: a certificate, and the purposes that the store limits it to.
///
/// The certificate's own constraints bind everything below it, as RFC 5937 §3 says: validity, basic constraints, path
/// length, key usage, extended key usage, name constraints, policies, and critical extensions that are unknown.
public struct TrustAnchor: ~Escapable {
    public let certificate: Certificate
    private let settings: ByteRange
    private let bytes: Span<UInt8>

    /// From DER, with OpenSSL's X509_CERT_AUX behind it when `hasTrustSettings`.
    @_lifetime(copy encoding)
    public init(_ encoding: Span<UInt8>, hasTrustSettings: Bool = false) throws(DERError) {
        bytes = encoding
        guard hasTrustSettings else {
            certificate = try Certificate(encoding)
            settings = ByteRange(start: 0, count: 0)
            return
        }
        var reader = DERReader(encoding)
        let element = try reader.next(DERTag.sequence)
        certificate = try Certificate(encoding.extracting(0..<element.end))
        settings = reader.isAtEnd ? ByteRange(start: 0, count: 0) : try reader.next(DERTag.sequence).encoding
        try reader.finish()
    }

    /// The store says what the anchor is for, instead of the certificate.
    var hasSettings: Bool { settings.count > 0 }

    /// Whether the store's settings permit a purpose: it must be among the trusted ones, if any are listed, and not
    /// among the rejected ones (openssl-x509(1), "Trust settings"). Settings that can't be read permit nothing.
    func permits(_ purpose: ObjectIdentifier?) -> Bool {
        guard settings.count > 0, let purpose else { return true }
        do throws(DERError) {
            var outer = DERReader(bytes, in: settings)
            var fields = try outer.enter(DERTag.sequence)
            if let trusted = try fields.optional(DERTag.sequence) {
                guard try TrustAnchor.list(fields.inside(trusted), contains: purpose) else { return false }
            }
            if let rejected = try fields.optional(DERTag.constructed(0)) {
                guard try !TrustAnchor.list(fields.inside(rejected), contains: purpose) else { return false }
            }
            return true
        } catch {
            return false
        }
    }

    private static func list(
        _ reader: consuming DERReader, contains purpose: ObjectIdentifier
    ) throws(DERError) -> Bool {
        while !reader.isAtEnd {
            let listed = try reader.objectIdentifier()
            if listed == purpose || listed == .anyExtendedKeyUsage { return true }
        }
        return false
    }
}
