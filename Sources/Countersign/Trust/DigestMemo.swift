/// The SHA-256 of something that doesn't change, computed when it is first asked for.
final class DigestMemo: @unchecked Sendable {
    private let lock = Lock()
    /// Only under the lock.
    private var digest: SHA256Digest?

    func digest(of bytes: Span<UInt8>) -> SHA256Digest {
        lock?.acquire()
        defer { lock?.release() }
        if let digest { return digest }
        let made = sha256(bytes)
        if lock != nil { digest = made }
        return made
    }
}
