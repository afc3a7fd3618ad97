/// The hash functions that certificates name. Which of them a policy permits is decided in `Trust`.
public enum HashAlgorithm: UInt32, Sendable {
    case md5 = 1
    case sha1 = 2
    case sha224 = 3
    case sha256 = 4
    case sha384 = 5
    case sha512 = 6
}
