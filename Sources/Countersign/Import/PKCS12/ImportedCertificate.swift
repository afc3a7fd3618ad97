/// A certificate of a store with what the store says about it.
public struct ImportedCertificate: Equatable, Sendable {
    public let der: [UInt8]
    /// friendlyName without the NULs that some writers end it with.
    public let label: String?
    /// localKeyID.
    public let keyID: [UInt8]?
    /// friendlyName as it stands in the store.
    package let friendlyName: String?
}
