/// Everything that was read from a certificate, as values and as places in its DER: no bytes, so it can be stored.
///
/// A range with count 0 stands for a field that is absent. `Certificate` joins this with the bytes again.
package struct CertificateFields: Sendable {
    var version: UInt8 = 1
    /// The whole TBSCertificate, tag and all: what is signed.
    var toBeSigned = ByteRange(start: 0, count: 0)
    var serialNumber = ByteRange(start: 0, count: 0)
    var signatureAlgorithm = SignatureAlgorithm()
    var signature = ByteRange(start: 0, count: 0)
    /// Contents of the names' SEQUENCEs.
    var issuer = ByteRange(start: 0, count: 0)
    var subject = ByteRange(start: 0, count: 0)
    var notBefore = UnixTime(seconds: 0)
    var notAfter = UnixTime(seconds: 0)
    /// The whole SubjectPublicKeyInfo.
    var publicKeyInfo = ByteRange(start: 0, count: 0)
    var publicKey = PublicKeyInfo()

    // Extensions. Contents of their SEQUENCEs; for key identifiers the octets.
    var extensions = ByteRange(start: 0, count: 0)
    var authorityKeyIdentifier = ByteRange(start: 0, count: 0)
    var subjectKeyIdentifier = ByteRange(start: 0, count: 0)
    var subjectAlternativeName = ByteRange(start: 0, count: 0)
    var isSubjectAlternativeNameCritical = false
    var nameConstraints = ByteRange(start: 0, count: 0)
    var certificatePolicies = ByteRange(start: 0, count: 0)
    var policyMappings = ByteRange(start: 0, count: 0)
    var extendedKeyUsage = ByteRange(start: 0, count: 0)
    var revocationDistributionPoints = ByteRange(start: 0, count: 0)
    var keyUsage: KeyUsage?
    var hasBasicConstraints = false
    var isAuthority = false
    var pathLength: UInt16?
    var requireExplicitPolicy: UInt16?
    var inhibitPolicyMapping: UInt16?
    var inhibitAnyPolicy: UInt16?
    /// The first critical extension that has no meaning here.
    var unknownCriticalExtension: ObjectIdentifier?

    /// Nothing read yet.
    init() {}
}
