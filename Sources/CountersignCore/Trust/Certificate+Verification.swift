extension Certificate {
    /// Verifies a signature with this certificate's key: one public-key operation of mbedTLS.
    func verify(
        _ signature: Span<UInt8>, over message: Span<UInt8>, _ scheme: SignatureScheme
    ) -> SignatureVerdict {
        guard publicKey.algorithm == .rsaPSS else {
            return verifySignature(signature, over: message, scheme: scheme, publicKeyInfo: publicKeyInfo)
        }
        // Room for a modulus of 8192 bits.
        var room = InlineArray<1_100, UInt8>(repeating: 0)
        var output = room.mutableSpan
        guard let count = PublicKeyInfo.writeUnrestricted(publicKeyInfo, into: &output) else { return .unsupported }
        return verifySignature(
            signature, over: message, scheme: scheme, publicKeyInfo: room.span.extracting(0..<count))
    }
}
