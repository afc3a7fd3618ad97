/// What a certificate that is to be made shall say, apart from whose key it is and who issues it.
///
/// The rest follows RFC 5280: version 3, a random serial number of 16 octets, key identifiers (RFC 7093 §2 method 1),
/// and the key usages that go with being an authority or not.
public struct CertificateTemplate: Sendable {
    /// The subject's CN; none where it is nil.
    public var commonName: String?
    /// The subject's O.
    public var organization: String?
    /// For servers, the names they are known by. In order, and without it the extension is absent.
    public var subjectAlternativeNames: [SubjectAlternativeName] = []
    /// The first and the last second in which it is valid. Years 1950 to 9999: `99991231235959Z` says "no end" (RFC 5280
    /// §4.1.2.5).
    public var notBefore: UnixTime
    public var notAfter: UnixTime
    /// Purposes that it is limited to; empty leaves them open, as for authorities.
    public var extendedKeyUsages: [ExtendedKeyUsage] = []
    /// The basic constraints' cA: it may issue certificates.
    public var isAuthority = false
    /// The basic constraints' pathLenConstraint: how many intermediates may follow below. Nil doesn't limit them.
    public var pathLength: Int?

    public init(commonName: String? = nil, organization: String? = nil, notBefore: UnixTime, notAfter: UnixTime) {
        self.commonName = commonName
        self.organization = organization
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// Throws `invalidTemplate` for what can't be said in a certificate.
    func validate() throws(MintingError) {
        // RFC 5280 appendix A.1: ub-common-name and ub-organization-name, in characters.
        for name in [commonName, organization] {
            guard let name else { continue }
            guard (1...64).contains(name.unicodeScalars.count) else {
                throw MintingError(.invalidTemplate, "a name has 1 to 64 characters: '" + name + "'")
            }
            guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                throw MintingError(.invalidTemplate, "a name has a control character in it")
            }
        }
        guard notBefore <= notAfter else {
            throw MintingError(.invalidTemplate, "it would end (" + notAfter.text + ") before it begins")
        }
        guard notBefore.seconds >= -631_152_000, notAfter.seconds <= 253_402_300_799 else {
            throw MintingError(.invalidTemplate, "certificates know the years 1950 to 9999")
        }
        let isNameless = commonName == nil && organization == nil
        // RFC 5280 §4.1.2.6: without a subject, the names stand in a critical extension; an authority needs a subject.
        guard !isNameless || (!isAuthority && !subjectAlternativeNames.isEmpty) else {
            throw MintingError(.invalidTemplate, "it has no name at all")
        }
        guard let pathLength else { return }
        guard isAuthority, (0...255).contains(pathLength) else {
            throw MintingError(.invalidTemplate, "a path length is an authority's, and 0 to 255")
        }
    }
}
