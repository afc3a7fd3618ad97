/// How closely a PEM file must follow RFC 7468. Text outside the encapsulation boundaries is always allowed (§2).
public enum PEMStrictness: Equatable, Sendable {
    /// Figure 3, what a generator should write: lines of exactly 64 characters, no spaces, no headers, a final line end.
    case strict
    /// Figure 1: lines of any length, white space at their ends, blank lines; and RFC 1421 headers, which OpenSSL's
    /// encrypted keys carry.
    case standard
    /// Figure 2: white space anywhere, boundaries that are indented, padding may be missing, the label after END may differ.
    case lax
}
