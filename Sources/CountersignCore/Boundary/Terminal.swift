internal import CCountersign

/// The controlling terminal, where a person sits.
package enum Terminal {
    /// Asks for a passphrase without showing it and puts its bytes at the front of `bytes`; returns how many there are.
    ///
    /// Throws `.notFound` without a terminal, `.aborted` when the person gave up, `.limitExceeded`.
    package static func readPassphrase(
        prompt: StaticString, into bytes: inout MutableSpan<UInt8>
    ) throws(ShimError) -> Int {
        guard prompt.hasPointerRepresentation else { throw ShimError(.invalidArgument) }
        var count = 0
        var native: Int32 = 0
        let text = unsafe UnsafeRawPointer(prompt.utf8Start).assumingMemoryBound(to: CChar.self)
        let code = unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe ccountersign_read_passphrase(text, $0.baseAddress, $0.count, &count, &native)
        }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return count
    }
}
