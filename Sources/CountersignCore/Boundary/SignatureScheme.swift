/// A signature algorithm with its parameters, as an AlgorithmIdentifier gives them.
public enum SignatureScheme: Equatable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
    case rsaPKCS1(HashAlgorithm)
    /// RSASSA-PSS (RFC 8017 §8.1); the salt's length is in bytes.
    case rsaPSS(HashAlgorithm, mgf1: HashAlgorithm, saltLength: Int32)
    /// ECDSA with an ECDSA-Sig-Value (RFC 5480).
    case ecdsa(HashAlgorithm)
}
