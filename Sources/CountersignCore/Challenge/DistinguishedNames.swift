/// Names of certificate authorities, each a DER `Name` (RFC 5280 §4.1.2.4), as a server sent them.
///
/// Counterpart: the elements of NSURLProtectionSpace.distinguishedNames.
public struct DistinguishedNames: ~Escapable {
    private let names: CertificateList

    @_lifetime(copy names)
    init(_ names: CertificateList) {
        self.names = names
    }

    public var count: Int { names.count }

    public var isEmpty: Bool { names.isEmpty }

    /// One name's DER; empty when `index` is out of range.
    public subscript(_ index: Int) -> Span<UInt8> {
        @_lifetime(copy self)
        get { names[index] }
    }
}
