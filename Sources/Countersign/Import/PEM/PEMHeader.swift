/// A header of a PEM block (RFC 1421 §4.6), such as `DEK-Info: AES-128-CBC,…`.
public struct PEMHeader: Equatable, Sendable {
    public let name: String
    public internal(set) var value: String
}
