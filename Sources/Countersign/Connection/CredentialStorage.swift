/// Remembers what client-certificate challenges were answered with, by host and port, as `CredentialPersistence` says.
///
/// A storage is what makes connections one session: a configuration has one of its own, which its copies share. It can be
/// shared with other configurations too, and set to nil, so that nothing is remembered or proposed. Credentials that are
/// to last as long as the process are in `shared`, which is asked after the session's own.
///
/// It keeps 32 answers; then the one that was used least recently makes room. Everything is in memory, made when the
/// storage is: neither looking up nor remembering allocates. Any number of threads may use it.
///
/// Counterpart: URLCredentialStorage, with its default credentials.
public final class CredentialStorage: @unchecked Sendable {
    private struct Entry {
        let host: [UInt8]
        let port: UInt16
        let identity: any ClientIdentity
        let persistence: CredentialPersistence
        var lastUse: UInt64
    }

    /// What is permanent. Counterpart: URLCredentialStorage.shared.
    public static let shared = CredentialStorage()

    /// Without memory for it nothing is remembered.
    private let lock = Lock()
    /// Only under the lock.
    private var entries = InlineArray<32, Entry?>(repeating: nil)
    private var uses: UInt64 = 0

    /// An empty one.
    public init() {}

    /// What is remembered for a host, whose name is compared without regard to case, and a port.
    /// Counterpart: defaultCredential(for:).
    public func credential(for host: String, port: UInt16 = 443) -> Credential? {
        credential(for: Array(host.utf8).span, port: port)
    }

    /// Remembers a credential with an identity, as if a challenge had been answered with it; one with a trust is passed
    /// over. Counterpart: setDefaultCredential(_:for:).
    public func set(_ credential: Credential, for host: String, port: UInt16 = 443) {
        guard let identity = credential.identity else { return }
        set(identity, credential.persistence, for: Array(host.utf8), port: port)
    }

    /// Forgets what is remembered for a host and a port. Counterpart: remove(_:for:).
    public func remove(for host: String, port: UInt16 = 443) {
        let name = Array(host.utf8)
        removeAll { $0.port == port && $0.host.span.isEqualIgnoringCase(to: name.span) }
    }

    /// Forgets everything.
    public func removeAll() {
        removeAll { _ in true }
    }

    // MARK: for connections

    func credential(for host: Span<UInt8>, port: UInt16) -> Credential? {
        locked {
            guard let index = index(of: host, port) else { return nil }
            uses += 1
            entries[index]?.lastUse = uses
            return entries[index].map { Credential(identity: $0.identity, persistence: $0.persistence) }
        }
    }

    func set(_ identity: any ClientIdentity, _ persistence: CredentialPersistence, for host: [UInt8], port: UInt16) {
        _ = locked { () -> Credential? in
            uses += 1
            entries[index(of: host.span, port) ?? leastRecentlyUsed] = Entry(
                host: host, port: port, identity: identity, persistence: persistence, lastUse: uses)
            return nil
        }
    }

    /// Forgets an identity that a server has refused.
    func remove(_ identity: any ClientIdentity, for host: [UInt8], port: UInt16) {
        removeAll {
            $0.port == port && $0.identity === identity && $0.host.span.isEqualIgnoringCase(to: host.span)
        }
    }

    private func removeAll(where isUnwanted: (Entry) -> Bool) {
        _ = locked { () -> Credential? in
            for index in entries.indices {
                if let entry = entries[index], isUnwanted(entry) { entries[index] = nil }
            }
            return nil
        }
    }

    private func locked(_ body: () -> Credential?) -> Credential? {
        guard lock != nil else { return nil }
        return lock?.withLock(body) ?? nil
    }

    private func index(of host: Span<UInt8>, _ port: UInt16) -> Int? {
        for index in entries.indices {
            if let entry = entries[index], entry.port == port, entry.host.span.isEqualIgnoringCase(to: host) {
                return index
            }
        }
        return nil
    }

    /// A free place, or the one whose turn it is.
    private var leastRecentlyUsed: Int {
        var oldest = 0
        for index in entries.indices {
            guard let entry = entries[index] else { return index }
            if let candidate = entries[oldest], entry.lastUse < candidate.lastUse { oldest = index }
        }
        return oldest
    }
}
