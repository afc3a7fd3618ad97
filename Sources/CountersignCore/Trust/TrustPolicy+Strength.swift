extension TrustPolicy {
    /// Which keys and digests are accepted. Signatures of anchors aren't verified, so their digests don't matter;
    /// their keys do.
    public struct Strength: Equatable, Sendable {
        /// The least size of an RSA modulus, in bits.
        public var minimumRSABits: UInt16
        /// Signatures over SHA-1.
        public var allowsSHA1: Bool
        /// Signatures over MD5.
        public var allowsMD5: Bool
        /// Elliptic curves other than P-256, P-384 and P-521, as far as mbedTLS has them.
        public var allowsOtherCurves: Bool

        public init(minimumRSABits: UInt16, allowsSHA1: Bool, allowsMD5: Bool, allowsOtherCurves: Bool) {
            self.minimumRSABits = minimumRSABits
            self.allowsSHA1 = allowsSHA1
            self.allowsMD5 = allowsMD5
            self.allowsOtherCurves = allowsOtherCurves
        }

        /// The default: RSA of 2048 bits, SHA-2, the NIST curves (CA/Browser Forum Baseline Requirements §6.1.5).
        public static var standard: Strength {
            Strength(minimumRSABits: 2048, allowsSHA1: false, allowsMD5: false, allowsOtherCurves: false)
        }

        /// LOUD: for devices that cannot be replaced. RSA of 1024 bits, SHA-1 and MD5 give no protection from a
        /// capable attacker.
        public static var legacyDevices: Strength {
            Strength(minimumRSABits: 1024, allowsSHA1: true, allowsMD5: true, allowsOtherCurves: true)
        }

        func permits(_ hash: HashAlgorithm) -> Bool {
            switch hash {
            case .md5: allowsMD5
            case .sha1: allowsSHA1
            case .sha224, .sha256, .sha384, .sha512: true
            }
        }
    }
}
