/// Something that was meant to be an anchor and isn't.
public struct SkippedAnchor: Sendable {
    /// Where it came from.
    public enum Source: Sendable {
        /// The element of the array that was given.
        case position(Int)
        /// A file.
        case path(String)
    }

    public enum Reason: Sendable {
        /// It isn't a certificate, or a malformed one.
        case malformed(DERError)
        /// There was no certificate in it at all.
        case noCertificate
        /// It is larger than a PEM anchor can be.
        case tooLarge
        /// The file couldn't be read; the system's error number.
        case unreadable(Int32)
    }

    public let source: Source
    public let reason: Reason
}
