/// Why no key, certificate or store was made: what kind of failure, and in words.
///
/// The text never holds bytes of a key or a passphrase.
public struct MintingError: Error, Equatable, Sendable, CustomStringConvertible {
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

        /// The template asks for what no certificate may say.
        public static var invalidTemplate: Code { Code(1, "invalidTemplate") }
        /// It would be valid longer than its issuer.
        public static var validityExceedsIssuer: Code { Code(2, "validityExceedsIssuer") }
        /// The issuer's private key isn't that of the issuer's certificate.
        public static var issuerKeyMismatch: Code { Code(3, "issuerKeyMismatch") }
        /// The issuer's certificate isn't an authority's, or not for this: its key usage or path length forbids it.
        public static var issuerNotAuthorized: Code { Code(4, "issuerNotAuthorized") }
        /// The key is of a type that nothing here signs with, or this mbedTLS can't make it.
        public static var unsupportedKey: Code { Code(5, "unsupportedKey") }
        /// Bytes that should be a certificate aren't.
        public static var malformed: Code { Code(6, "malformed") }
        /// The file is there already and wasn't to be replaced.
        public static var fileExists: Code { Code(7, "fileExists") }
        /// The file can't be written; the detail tells why.
        public static var unwritableFile: Code { Code(8, "unwritableFile") }
        /// No memory, or no random numbers.
        public static var systemFailure: Code { Code(9, "systemFailure") }
    }

    public let code: Code
    /// What was found, for people.
    public let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public var description: String { code.description + ": " + detail }

    /// What the shim says, about a key.
    init(_ error: ShimError) {
        switch error.code {
        case .unsupported: self.init(.unsupportedKey, "this mbedTLS lacks the key's type")
        case .keyMalformed: self.init(.unsupportedKey, "mbedTLS can't compute with the private key")
        default: self.init(.systemFailure, ConnectionError(error).text)
        }
    }

    /// What reading says, of bytes that were to be used.
    package init(_ error: ImportError) {
        self.init(.malformed, error.detail)
    }
}
