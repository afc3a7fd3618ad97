/// What an evaluation depends on, for paths that are remembered.
extension ServerTrust {
    /// A digest of the chain, the anchors, the policy and the names; nil where the verdict hangs on more than these and the
    /// dates of the path (revocation lists, exceptions), or on anchors that nobody has numbered.
    var memoryKey: SHA256Digest? {
        let policies = policy.certificatePolicies
        guard policy.revocation == .ignored, exceptedCertificate == nil, policies.count == 0,
            !policies.requiresExplicitPolicy, !policies.inhibitsPolicyMapping, !policies.inhibitsAnyPolicy,
            !certificateChain.isEmpty, anchors.isEmpty || anchors.identifier != 0,
            anchorsOnly || defaultAnchors.isEmpty || defaultAnchors.identifier != 0
        else { return nil }
        var digest = ChainedDigest()
        let strength = policy.strength
        var numbers = InlineArray<48, UInt8>(repeating: 0)
        numbers[0] = policy.purpose.rawValue
        numbers[1] = UInt8(truncatingIfNeeded: strength.minimumRSABits)
        numbers[2] = UInt8(truncatingIfNeeded: strength.minimumRSABits >> 8)
        numbers[3] = strength.allowsSHA1 ? 1 : 0
        numbers[4] = strength.allowsMD5 ? 1 : 0
        numbers[5] = strength.allowsOtherCurves ? 1 : 0
        numbers[6] = policy.allowsCommonNameForLegacyDevices ? 1 : 0
        numbers[7] = fingerprints.rawValue
        numbers[8] = anchorsOnly ? 1 : 0
        numbers[9] = policy.identifier == nil ? 0 : 1
        for index in 0..<8 {
            let shift = UInt64(8 * index)
            numbers[16 + index] = UInt8(
                truncatingIfNeeded: UInt64(bitPattern: Int64(policy.maximumIntermediates)) >> shift)
            numbers[24 + index] = UInt8(truncatingIfNeeded: anchors.identifier >> shift)
            numbers[32 + index] = UInt8(truncatingIfNeeded: (anchorsOnly ? 0 : defaultAnchors.identifier) >> shift)
            numbers[40 + index] = UInt8(truncatingIfNeeded: certificateChain.count >> (8 * index & 31))
        }
        switch policy.identifier {
        case .dnsID(let name):
            numbers[10] = 1
            digest.add(numbers.span)
            digest.add(name.bytes)
        case .ipID(let address):
            numbers[10] = 2
            digest.add(numbers.span)
            digest.add(address.bytes)
        case nil: digest.add(numbers.span)
        case .emailID, .uriID: return nil
        }
        for index in 0..<certificateChain.count { digest.add(certificateChain[index]) }
        return digest.value
    }
}
