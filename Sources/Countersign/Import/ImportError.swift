/// Why a file gave no identity, key or certificates: what kind of failure, in words, and where in the file.
///
/// Apple reports a wrong passphrase, an unknown algorithm and sometimes a missing MAC with one number; here each is its
/// own code. The text never holds a passphrase or bytes of a key.
///
/// Counterpart: errSecAuthFailed, errSecDecode, errSecPkcs12VerifyFailure, errSecMultiplePrivKeys.
public struct ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure. More may come, hence a struct.
    public struct Code: Equatable, Sendable, CustomStringConvertible {
        public let rawValue: Int32
        /// The code's own name, as it is written in Swift.
        public let description: String

        init(_ rawValue: Int32, _ description: String) {
            self.rawValue = rawValue
            self.description = description
        }

        public static func == (left: Code, right: Code) -> Bool { left.rawValue == right.rawValue }

        /// No encoding of the passphrase opens the file: it is wrong, or the file was altered.
        public static var wrongPassphrase: Code { Code(1, "wrongPassphrase") }
        /// The file is protected and no passphrase was given.
        public static var passphraseNeeded: Code { Code(2, "passphraseNeeded") }
        /// The store has no MAC, and the options require one.
        public static var integrityAbsent: Code { Code(3, "integrityAbsent") }
        /// The passphrase opens the store, but its MAC doesn't verify: the file was altered.
        public static var integrityFailed: Code { Code(12, "integrityFailed") }
        /// An algorithm or mode that isn't implemented; the detail names it.
        public static var unsupportedAlgorithm: Code { Code(4, "unsupportedAlgorithm") }
        /// There are certificates at most, but no private key.
        public static var noPrivateKey: Code { Code(5, "noPrivateKey") }
        /// There is a private key, but no certificate.
        public static var noCertificate: Code { Code(6, "noCertificate") }
        /// One identity was asked for and several are there.
        public static var multipleIdentities: Code { Code(7, "multipleIdentities") }
        /// No certificate belongs to the private key.
        public static var keyMismatch: Code { Code(8, "keyMismatch") }
        /// The bytes aren't what they should be; the offset tells where.
        public static var malformed: Code { Code(9, "malformed") }
        /// The file asks for more key derivation than the options allow.
        public static var workLimitExceeded: Code { Code(10, "workLimitExceeded") }
        /// The content is of a kind that can't give what was asked for.
        public static var unknownFormat: Code { Code(11, "unknownFormat") }
        /// The file can't be read; the detail tells why.
        public static var unreadableFile: Code { Code(13, "unreadableFile") }
    }

    public let code: Code
    /// What was found, for people.
    public let detail: String
    /// Where in the bytes, when that can be told. Inside decrypted content it counts from that content's start.
    public let offset: Int?

    init(_ code: Code, _ detail: String, at offset: Int? = nil) {
        self.code = code
        self.detail = detail
        self.offset = offset
    }

    public var description: String {
        guard let offset else { return "\(code.description): \(detail)" }
        return "\(code.description): \(detail) (byte \(offset))"
    }
}
