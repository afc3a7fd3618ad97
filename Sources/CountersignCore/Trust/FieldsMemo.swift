/// What was read of the certificates of a chain that were looked at last: two, which is what an ordinary chain has. Keeping
/// what was read of sixteen would take more stack than a small board has to spare; the others are read again.
struct FieldsMemo {
    private var newer = CertificateFields()
    private var older = CertificateFields()
    /// Places in the chain; negative for none.
    private var newerIndex: Int32 = -1
    private var olderIndex: Int32 = -1

    /// One certificate of `chain`, which must be the same each time.
    @inline(never)
    @_lifetime(copy chain)
    func certificate(_ index: Int32, of chain: CertificateList) throws(DERError) -> Certificate {
        if index == newerIndex, index >= 0 { return Certificate(der: chain[Int(index)], fields: newer) }
        if index == olderIndex, index >= 0 { return Certificate(der: chain[Int(index)], fields: older) }
        return try Certificate(chain[Int(index)])
    }

    /// The same, and remembers it in place of the one that was remembered longest.
    @inline(never)
    @_lifetime(copy chain)
    mutating func remember(_ index: Int32, of chain: CertificateList) throws(DERError) -> Certificate {
        let certificate = try certificate(index, of: chain)
        if index != newerIndex, index != olderIndex {
            older = newer
            olderIndex = newerIndex
            newer = certificate.fields
            newerIndex = index
        }
        return certificate
    }
}
