extension PasswordEncryption {
    /// The key, with the IV behind it where it is derived.
    func deriveMaterial(_ passphrase: Span<UInt8>) throws(ImportError) -> SecretBytes {
        let ivCount = iv.isEmpty ? cipher.ivCount : 0
        let count = keyCount + ivCount
        var material = SecretBytes(count: count)
        guard material.count == count else { throw unsupported }
        var output = material.mutableSpan
        switch derivation {
        case .pkcs12(let hash):
            guard
                let key = PKCS12KeyDerivation.derive(
                    .key, count: keyCount, hash: hash, passphrase: passphrase, salt: salt.span, iterations: iterations)
            else { throw unsupported }
            copy(key.span, to: &output, at: 0)
            guard ivCount > 0 else { break }
            guard
                let vector = PKCS12KeyDerivation.derive(
                    .iv, count: ivCount, hash: hash, passphrase: passphrase, salt: salt.span, iterations: iterations)
            else { throw unsupported }
            copy(vector.span, to: &output, at: keyCount)
        case .pbkdf1(let hash):
            let input = joined(passphrase, salt.span)
            var digestBytes = SecretBytes(count: 64)
            var digestSpan = digestBytes.mutableSpan
            let length = iteratedDigest(hash, of: input.span, iterations: iterations, into: &digestSpan)
            guard length >= count else { throw unsupported }
            copy(digestBytes.span, to: &output, at: 0)
        case .pbkdf2(let hash):
            guard let rounds = UInt32(exactly: iterations),
                pbkdf2(hash, passphrase: passphrase, salt: salt.span, iterations: rounds, into: &output)
            else { throw unsupported }
        case .traditional:
            try deriveTraditional(passphrase, into: &output)
        }
        return material
    }

    private func deriveTraditional(
        _ passphrase: Span<UInt8>, into output: inout MutableSpan<UInt8>
    ) throws(ImportError) {
        let input = joined(passphrase, salt.span)
        var previous = SecretBytes(count: 0)
        var produced = 0
        while produced < output.count {
            let message = joined(previous.span, input.span)
            var next = SecretBytes(count: HashAlgorithm.md5.digestSize)
            var nextSpan = next.mutableSpan
            guard digest(.md5, of: message.span, into: &nextSpan) == HashAlgorithm.md5.digestSize else {
                throw unsupported
            }
            copy(next.span, to: &output, at: produced)
            produced += HashAlgorithm.md5.digestSize
            previous = next
        }
    }
}

/// Copies as much as fits.
private func copy(_ source: Span<UInt8>, to target: inout MutableSpan<UInt8>, at start: Int) {
    var index = 0
    while index < source.count, start + index < target.count {
        target[start + index] = source[index]
        index += 1
    }
}

private func joined(_ first: Span<UInt8>, _ second: Span<UInt8>) -> SecretBytes {
    var bytes = SecretBytes(count: first.count + second.count)
    var target = bytes.mutableSpan
    copy(first, to: &target, at: 0)
    copy(second, to: &target, at: first.count)
    return bytes
}
