extension KeyMaterial {
    /// y = g^x mod p (FIPS 186-4 §4.1). mbedTLS has no DSA; stores with such keys are old, and are imported for
    /// conversion. The sizes are bounded: p to 4096 bits, x to 512.
    func deriveDSA() throws(ImportError) -> [UInt8] {
        var domain = BERReader(parameters.span)
        var fields = try domain.sequence("DSA parameters")
        let modulus = try fields.next(.integer, "DSA p")
        _ = try fields.next(.integer, "DSA q")
        let generator = try fields.next(.integer, "DSA g")
        var secret = BERReader(inner.span)
        let exponent = try secret.next(.integer, "DSA x")
        let exponentBytes = inner.span.extracting(exponent.contents)
        guard modulus.contents.count <= 513, generator.contents.count <= 513, exponent.contents.count <= 65 else {
            throw ImportError(.unsupportedAlgorithm, "a DSA key of \(modulus.contents.count * 8) bits")
        }
        guard let arithmetic = ModularArithmetic(modulus: parameters.span.extracting(modulus.contents)) else {
            throw ImportError(.malformed, "DSA: p isn't odd or too small")
        }
        let base = arithmetic.reduced(parameters.span.extracting(generator.contents))
        let power = arithmetic.octets(arithmetic.power(base, exponentBytes))
        var writer = DERWriter(capacity: modulus.contents.count + 16)
        writer.prepend(power)
        if power[0] & 0x80 != 0 { writer.prepend(0) }
        writer.prependHeader(.integer, since: 0)
        writer.prepend(0)
        return subjectPublicKeyInfo(writer.finish().copied())
    }
}
