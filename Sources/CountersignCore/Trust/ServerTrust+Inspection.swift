extension ServerTrust {
    /// One certificate of the chain, read anew; nil when it doesn't parse or isn't there.
    /// Counterpart: SecTrustGetCertificateAtIndex.
    @_lifetime(copy self)
    public func certificate(at index: Int) -> Certificate? {
        do throws(DERError) {
            return try Certificate(certificateChain[index])
        } catch {
            return nil
        }
    }

    /// Judges only the identity: does the peer's own certificate present the identifier?
    public func presents(_ identifier: ReferenceIdentifier) -> Bool {
        guard let certificate = certificate(at: 0) else { return false }
        return PresentedIdentifiers(certificate).match(
            identifier, allowsCommonName: policy.allowsCommonNameForLegacyDevices)
    }
}
