/// One certificate of a path that is being built: what was read from it, and where its bytes are.
struct PathStep: Sendable {
    /// In the chain.
    var index: Int32
    var fields: CertificateFields
}
