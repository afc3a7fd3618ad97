extension TrustError {
    /// The TLS alert that tells the peer (RFC 8446 §6.2).
    public var alert: Alert {
        switch code {
        case .expired, .notYetValid: .certificateExpired
        case .unknownIssuer, .pathLengthExceeded, .noAnchors: .unknownCA
        case .unknownCriticalExtension, .keyUsageForbidden, .extendedKeyUsageForbidden, .unsupportedAlgorithm:
            .unsupportedCertificate
        case .revoked: .certificateRevoked
        case .revocationUnknown: .certificateUnknown
        case .internalFailure, .contradictoryPolicy, .noEvaluator: .internalError
        default: .badCertificate
        }
    }

    /// What SecTrust would say: whether another date, anchor, host or an exception could help, or the certificate is
    /// broken.
    public var result: TrustResult {
        switch code {
        case .malformed, .invalidSignature, .unknownCriticalExtension, .nameConstraintViolation, .keyUsageForbidden,
            .pathLengthExceeded, .budgetExhausted, .revoked, .noCertificate:
            .fatalTrustFailure
        case .internalFailure, .contradictoryPolicy, .noEvaluator: .otherError
        default: .recoverableTrustFailure
        }
    }

    /// How much a code says about what to do. When several paths fail, the highest wins: a path that reached an
    /// anchor and failed on its name tells more than one that ended nowhere.
    var specificity: Int {
        switch code {
        case .identifierMismatch: 30
        case .expired, .notYetValid: 28
        case .revoked: 27
        case .revocationUnknown: 26
        case .nameConstraintViolation: 24
        case .extendedKeyUsageForbidden: 22
        case .weakDigest, .weakKey: 20
        case .pathLengthExceeded: 18
        case .policyViolation: 16
        case .keyUsageForbidden: 14
        case .unknownCriticalExtension: 12
        case .unsupportedAlgorithm: 10
        case .malformed: 8
        case .invalidSignature: 6
        default: 0
        }
    }
}
