/// Why a certificate, a chain or an identity wasn't trusted: the check, the certificate, and what was found.
///
/// A value of fixed size. `TrustError+Description` in the façade puts it into words.
/// Counterpart: the CFError of SecTrustEvaluateWithError.
public struct TrustError: Error, Equatable, Sendable {
    /// The check that failed. More may be added.
    public struct Code: RawRepresentable, Equatable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
    }

    public let code: Code
    public internal(set) var certificate: CertificatePosition
    /// The date against which validity was judged (`expired`, `notYetValid`).
    public internal(set) var verifyDate: UnixTime?
    /// The certificate's validity (`expired`, `notYetValid`).
    public internal(set) var notBefore: UnixTime?
    public internal(set) var notAfter: UnixTime?
    /// The extension, algorithm, curve or purpose in question.
    public internal(set) var objectIdentifier: ObjectIdentifier?
    /// What was found: key bits (`weakKey`), certificates below (`pathLengthExceeded`).
    public internal(set) var found: Int32 = 0
    /// What was allowed: least key bits, greatest path length, or the budget that ran out.
    public internal(set) var limit: Int32 = 0
    /// With `unknownIssuer`: the certificate is its own issuer, so no further certificate can be missing.
    public internal(set) var isSelfSigned = false
    /// With `malformed`: what the reader said.
    public internal(set) var encoding: DERError?

    public init(_ code: Code, at certificate: CertificatePosition = .none) {
        self.code = code
        self.certificate = certificate
    }
}

extension TrustError.Code {
    /// Behind its last second of validity.
    public static var expired: Self { .init(rawValue: 1) }
    /// Before its first second of validity.
    public static var notYetValid: Self { .init(rawValue: 2) }
    /// No path to an anchor: an issuer is missing, or the last certificate is self-signed and no anchor.
    public static var unknownIssuer: Self { .init(rawValue: 3) }
    /// The name or address asked for is not among the certificate's.
    public static var identifierMismatch: Self { .init(rawValue: 4) }
    /// A signature doesn't verify with the issuer's key.
    public static var invalidSignature: Self { .init(rawValue: 5) }
    /// A name outside of what an issuer may certify.
    public static var nameConstraintViolation: Self { .init(rawValue: 6) }
    /// Not a certificate, or one that breaks RFC 5280 by itself.
    public static var malformed: Self { .init(rawValue: 7) }
    /// The search was stopped by a limit; see `Budget`.
    public static var budgetExhausted: Self { .init(rawValue: 8) }
    /// No certificate of the path has a pinned key.
    public static var pinMismatch: Self { .init(rawValue: 9) }
    /// More certificates below an issuer than it allows, or a path longer than the policy's maximum.
    public static var pathLengthExceeded: Self { .init(rawValue: 10) }
    /// A critical extension that has no meaning here.
    public static var unknownCriticalExtension: Self { .init(rawValue: 11) }
    /// The key usage or basic constraints don't permit what the key was used for.
    public static var keyUsageForbidden: Self { .init(rawValue: 12) }
    /// The extended key usage lacks the purpose asked for.
    public static var extendedKeyUsageForbidden: Self { .init(rawValue: 13) }
    /// Revoked by its issuer.
    public static var revoked: Self { .init(rawValue: 14) }
    /// A key that is too small.
    public static var weakKey: Self { .init(rawValue: 15) }
    /// A signature over MD5 or SHA-1.
    public static var weakDigest: Self { .init(rawValue: 16) }
    /// A key or signature algorithm that this library or this mbedTLS lacks.
    public static var unsupportedAlgorithm: Self { .init(rawValue: 17) }
    /// No certificate policy is valid for the path although one is required.
    public static var policyViolation: Self { .init(rawValue: 18) }
    /// There are no anchors at all.
    public static var noAnchors: Self { .init(rawValue: 19) }
    /// The peer sent no certificate.
    public static var noCertificate: Self { .init(rawValue: 20) }
    /// Revocation couldn't be established although it is required.
    public static var revocationUnknown: Self { .init(rawValue: 21) }
    /// Nothing was learnt, for want of memory or the like.
    public static var internalFailure: Self { .init(rawValue: 22) }
    /// The program's policy contradicts itself, so it accepts nobody.
    public static var contradictoryPolicy: Self { .init(rawValue: 23) }
    /// The program demands an evaluator for every host and has none for this one.
    public static var noEvaluator: Self { .init(rawValue: 24) }
}
