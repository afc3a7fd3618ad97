/// What is wrong with declared pins, policies or evaluators: it names the pin or the pattern. Thrown when they are set
/// up, long before anything connects.
///
/// Counterpart: TrustKit's configuration exceptions, OkHttp's IllegalArgumentException, AFNetworking's
/// "Invalid Security Policy".
public struct PinningError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of mistake. More may come, hence a struct.
    public struct Code: Equatable, Sendable {
        public let rawValue: Int32

        init(_ rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Not a pin in any known form.
        public static var malformedPin: Code { Code(1) }
        /// A pin over a digest that isn't known.
        public static var unknownDigest: Code { Code(2) }
        /// A pin over SHA-1, which is read only where old lists are.
        public static var legacyDigest: Code { Code(3) }
        /// A pin whose digest has the wrong length.
        public static var wrongLength: Code { Code(4) }
        /// Neither a host name, nor an address, nor one behind `*.` or `**.`.
        public static var invalidPattern: Code { Code(5) }
        /// Two domains with one pattern: put their pins together.
        public static var duplicatePattern: Code { Code(6) }
        /// A domain without pins that isn't an exclusion.
        public static var noPins: Code { Code(7) }
        /// A single pin that is to be enforced: when its key is lost, nobody gets in any more.
        public static var backupPinMissing: Code { Code(8) }
        /// An exclusion that has pins, or that nothing would have included.
        public static var pointlessExclusion: Code { Code(9) }
        /// A policy that would accept what it seems to refuse.
        public static var contradictoryPolicy: Code { Code(10) }
        /// A certificate to be pinned that can't be read.
        public static var unreadableCertificate: Code { Code(11) }
        /// Every host must have an evaluator, and this one has none.
        public static var noEvaluator: Code { Code(12) }
    }

    public let code: Code
    /// The pin, pattern or file in question, as it was given.
    public let subject: String
    /// What is wrong with it, in a sentence without a full stop.
    public let detail: String

    public init(_ code: Code, _ subject: String, _ detail: String) {
        self.code = code
        self.subject = subject
        self.detail = detail
    }

    public var description: String { subject.isEmpty ? detail : "'" + subject + "': " + detail }
}
