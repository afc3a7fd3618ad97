/// The identifiers that certificates use, by the octets of their encoding.
extension ObjectIdentifier {
    // RFC 5280 §4.2.1: id-ce is 2.5.29.
    package static var subjectKeyIdentifier: ObjectIdentifier { .init(0x551d0e, count: 3) }
    package static var keyUsage: ObjectIdentifier { .init(0x551d0f, count: 3) }
    package static var subjectAlternativeName: ObjectIdentifier { .init(0x551d11, count: 3) }
    package static var issuerAlternativeName: ObjectIdentifier { .init(0x551d12, count: 3) }
    package static var basicConstraints: ObjectIdentifier { .init(0x551d13, count: 3) }
    // RFC 5280 §5.2 and §5.3.
    package static var crlNumber: ObjectIdentifier { .init(0x55_1d14, count: 3) }
    package static var reasonCode: ObjectIdentifier { .init(0x55_1d15, count: 3) }
    package static var deltaCRLIndicator: ObjectIdentifier { .init(0x55_1d1b, count: 3) }
    package static var issuingDistributionPoint: ObjectIdentifier { .init(0x55_1d1c, count: 3) }
    package static var nameConstraints: ObjectIdentifier { .init(0x551d1e, count: 3) }
    package static var crlDistributionPoints: ObjectIdentifier { .init(0x551d1f, count: 3) }
    package static var certificatePolicies: ObjectIdentifier { .init(0x551d20, count: 3) }
    package static var anyPolicy: ObjectIdentifier { .init(0x551d_2000, count: 4) }
    package static var policyMappings: ObjectIdentifier { .init(0x551d21, count: 3) }
    package static var authorityKeyIdentifier: ObjectIdentifier { .init(0x551d23, count: 3) }
    package static var policyConstraints: ObjectIdentifier { .init(0x551d24, count: 3) }
    package static var extendedKeyUsage: ObjectIdentifier { .init(0x551d25, count: 3) }
    package static var anyExtendedKeyUsage: ObjectIdentifier { .init(0x551d_2500, count: 4) }
    package static var inhibitAnyPolicy: ObjectIdentifier { .init(0x551d36, count: 3) }
    // RFC 5280 §4.2.2.1 and RFC 6960 §4.2.2.2.1: id-pe and id-ad are below 1.3.6.1.5.5.7.
    package static var authorityInformationAccess: ObjectIdentifier { .init(0x2b06_0105_0507_0101, count: 8) }
    package static var ocspNoCheck: ObjectIdentifier { .init(0x2b06_0105_0507_3001, 0x05, count: 9) }
    package static var basicOCSPResponse: ObjectIdentifier { .init(0x2b06_0105_0507_3001, 0x01, count: 9) }
    // RFC 5280 §4.2.1.12: id-kp is 1.3.6.1.5.5.7.3.
    public static var serverAuth: ObjectIdentifier { .init(0x2b06_0105_0507_0301, count: 8) }
    public static var clientAuth: ObjectIdentifier { .init(0x2b06_0105_0507_0302, count: 8) }
    public static var ocspSigning: ObjectIdentifier { .init(0x2b06_0105_0507_0309, count: 8) }

    // RFC 5280 Appendix A.1: attribute types.
    public static var commonName: ObjectIdentifier { .init(0x550403, count: 3) }
    public static var emailAddress: ObjectIdentifier { .init(0x2a86_4886_f70d_0109, 0x01, count: 9) }

    // RFC 8017 Appendix C: PKCS #1 is 1.2.840.113549.1.1.
    package static func pkcs1(_ last: UInt8) -> ObjectIdentifier {
        .init(0x2a86_4886_f70d_0101, UInt64(last), count: 9)
    }
    package static var mgf1: ObjectIdentifier { pkcs1(8) }
    // RFC 3279 §2.2.3 and RFC 5758 §3.2: ansi-X9-62 signatures are 1.2.840.10045.4.
    package static var ecdsaWithSHA1: ObjectIdentifier { .init(0x2a_8648_ce3d_0401, count: 7) }
    package static func ecdsaWithSHA2(_ last: UInt8) -> ObjectIdentifier {
        .init(0x2a86_48ce_3d04_0300 | UInt64(last), count: 8)
    }
    // RFC 5480 §2.1.1.
    package static var ecPublicKey: ObjectIdentifier { .init(0x2a_8648_ce3d_0201, count: 7) }
    package static var secp256r1: ObjectIdentifier { .init(0x2a86_48ce_3d03_0107, count: 8) }
    package static var secp384r1: ObjectIdentifier { .init(0x2b_8104_0022, count: 5) }
    package static var secp521r1: ObjectIdentifier { .init(0x2b_8104_0023, count: 5) }
    // RFC 8410 §3.
    package static var ed25519: ObjectIdentifier { .init(0x2b6570, count: 3) }
    package static var ed448: ObjectIdentifier { .init(0x2b6571, count: 3) }
    // Hashes: RFC 8017 Appendix B.1.
    package static var md5: ObjectIdentifier { .init(0x2a86_4886_f70d_0205, count: 8) }
    package static var sha1: ObjectIdentifier { .init(0x2b_0e03_021a, count: 5) }
    package static func sha2(_ last: UInt8) -> ObjectIdentifier { .init(0x6086_4801_6503_0402, UInt64(last), count: 9) }
}
