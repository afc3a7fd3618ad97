import Countersign

/// What was made.
struct Minted {
    let privateKey: PrivateKey
    let certificate: [UInt8]
    /// What stores call it.
    let label: String?
    /// All certificates of the issuer's file.
    let issuers: [[UInt8]]

    /// What goes on the wire: without the root, and of an issuer's file only what leads upwards.
    func chain() throws(MintingError) -> [[UInt8]] {
        do throws(ImportError) {
            return try Identity(certificates: [certificate] + issuers, privateKey: privateKey).certificates
        } catch {
            throw MintingError(error)
        }
    }
}
