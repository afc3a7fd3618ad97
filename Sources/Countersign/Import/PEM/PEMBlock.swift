/// One encapsulated piece of a PEM file.
///
/// Its contents aren't wiped: for private keys use `PrivateKey`, which reads PEM without making blocks.
public struct PEMBlock: Equatable, Sendable {
    /// What stands between `-----BEGIN ` and `-----`, such as `CERTIFICATE`.
    public let label: String
    /// RFC 1421 headers in their order; empty but for traditional encrypted keys.
    public let headers: [PEMHeader]
    /// The decoded contents, most often DER.
    public let contents: [UInt8]
    /// Where the block's first character is in the file.
    public let offset: Int
}
