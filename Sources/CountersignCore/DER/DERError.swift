/// Why some bytes are not the DER that was expected (ITU-T X.690 §8, §10, §11). A value, not an object.
public struct DERError: Error, Equatable, Sendable {
    /// What was wrong.
    public enum Code: UInt8, Sendable {
        /// The bytes end inside an element.
        case truncated = 1
        /// A length that is indefinite, not minimal, or too large to be meant (X.690 §10.1).
        case invalidLength = 2
        /// Another tag was expected here, or the tag is of the high form, which certificates never need.
        case unexpectedTag = 3
        /// Bytes are left over where a structure must have ended.
        case trailingBytes = 4
        /// The tag was right but the contents break that type's rules.
        case invalidValue = 5
        /// A structure that must have at least one element has none, or has more than is reasonable.
        case invalidCount = 6
        /// A value that RFC 5280 forbids in this place.
        case forbidden = 7
    }

    public let code: Code
    /// Where, as a distance in bytes from the start of the buffer that was read.
    public let offset: Int32

    package init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = Int32(clamping: offset)
    }
}
