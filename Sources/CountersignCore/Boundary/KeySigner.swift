internal import CCountersign

/// Signs for a private key that mbedTLS does not have.
package protocol KeySigner: AnyObject, Sendable {
    /// Fills `signature`, which is as long as the modulus, with the RSASSA-PKCS1-v1_5 signature (RFC 8017 §8.2) over the
    /// digest. False when it could not.
    func sign(_ digest: Span<UInt8>, _ hash: HashAlgorithm, into signature: inout MutableSpan<UInt8>) -> Bool
}

/// A signer in memory of its own, where C finds it; kept alive until this ends.
@safe
struct SignerBox: ~Copyable, @unchecked Sendable {
    let context: UnsafeMutableRawPointer

    init(_ signer: any KeySigner) throws(ShimError) {
        guard let memory = unsafe ccountersign_allocate(MemoryLayout<any KeySigner>.size) else {
            throw ShimError(.outOfMemory)
        }
        unsafe memory.bindMemory(to: (any KeySigner).self, capacity: 1).initialize(to: signer)
        unsafe context = memory
    }

    deinit {
        unsafe context.assumingMemoryBound(to: (any KeySigner).self).deinitialize(count: 1)
        unsafe ccountersign_release(context, MemoryLayout<any KeySigner>.size)
    }

    /// What the shim calls. Nothing can be thrown through C: whatever goes wrong is a 0.
    static func sign(
        _ context: UnsafeMutableRawPointer?, _ hash: ccountersign_hash, _ digest: ccountersign_bytes,
        _ signature: UnsafeMutablePointer<UInt8>?, _ count: Int
    ) -> Int32 {
        guard let context = unsafe context, let start = unsafe digest.start, let signature = unsafe signature,
            let algorithm = HashAlgorithm(rawValue: hash.rawValue)
        else { return 0 }
        let signer = unsafe context.assumingMemoryBound(to: (any KeySigner).self).pointee
        var output = unsafe MutableSpan<UInt8>(_unsafeStart: signature, count: count)
        let input = unsafe Span<UInt8>(_unsafeStart: start, count: digest.count)
        return signer.sign(input, algorithm, into: &output) ? 1 : 0
    }
}
