/// Why a session that was kept isn't resumed, or why there is none: for logs and tools. The handshake is a full one then, and
/// nothing else comes of it.
public struct SessionRefusal: Error, Equatable, Sendable {
    /// May grow.
    public struct Code: RawRepresentable, Equatable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// No session is kept under this decision: the host, or the anchors, pins, names, versions or identity are others.
        public static let notKept = Code(rawValue: 1)
        /// Somebody without a name is asked each time: see `Configuration.handlerName`.
        public static let undecided = Code(rawValue: 2)
        /// The clock is before the moment when it was kept.
        public static let clockWentBack = Code(rawValue: 3)
        /// The decision is more than 24 hours old.
        public static let tooOld = Code(rawValue: 4)
        /// A certificate of the accepted path has expired, or isn't valid yet.
        public static let outsideDates = Code(rawValue: 5)
        /// The accepted path lacks the pins that are declared now.
        public static let pinMismatch = Code(rawValue: 6)
        /// This mbedTLS can't read it.
        public static let unreadable = Code(rawValue: 7)
        /// It was offered, and the server made a full handshake.
        public static let notTaken = Code(rawValue: 8)
        /// The store's file can't be read; `systemError` is why.
        public static let fileUnreadable = Code(rawValue: 16)
        /// The store's file belongs to somebody else.
        public static let fileOfAnother = Code(rawValue: 17)
        /// The store's file can be read or written by others.
        public static let fileOpen = Code(rawValue: 18)
        /// It isn't a store's file; it is left alone.
        public static let fileForeign = Code(rawValue: 19)
        /// The store's file has another format.
        public static let fileOfOtherFormat = Code(rawValue: 20)
        /// The store's file was written with another version of mbedTLS, or for another kind of machine.
        public static let fileOfOtherLibrary = Code(rawValue: 21)
        /// The store's file is damaged, cut short, or longer than the store.
        public static let fileDamaged = Code(rawValue: 22)
        /// The store's file can't be written; `systemError` is why.
        public static let fileUnwritable = Code(rawValue: 23)
    }

    public let code: Code
    /// An errno, or 0.
    public let systemError: Int32

    init(_ code: Code, systemError: Int32 = 0) {
        self.code = code
        self.systemError = systemError
    }

    /// In words, without a full stop.
    public var text: String {
        let words: String =
            switch code {
            case .notKept: "no session is kept for this server, these anchors, pins, names and identity"
            case .undecided: "a handler without a name is asked each time"
            case .clockWentBack: "the clock is before the time when the session was kept"
            case .tooOld: "the session's decision is more than 24 hours old"
            case .outsideDates: "a certificate of the session's path is not within its dates"
            case .pinMismatch: "the session's path lacks the pins"
            case .unreadable: "this mbedTLS cannot read the session"
            case .notTaken: "the server did not take the session"
            case .fileUnreadable: "the session file cannot be read"
            case .fileOfAnother: "the session file belongs to another user"
            case .fileOpen: "the session file is accessible to others"
            case .fileForeign: "the file is no session file"
            case .fileOfOtherFormat: "the session file has another format"
            case .fileOfOtherLibrary: "the session file is another mbedTLS's"
            case .fileDamaged: "the session file is damaged"
            case .fileUnwritable: "the session file cannot be written"
            default: "the session is not used"
            }
        return systemError == 0 ? words : words + ": " + ConnectionError(systemError: systemError).text
    }
}
