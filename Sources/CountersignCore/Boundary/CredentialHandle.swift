internal import CCountersign

/// A pointer to a prepared credential, alive as long as whoever handed it out.
@safe
public struct CredentialHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Its certificates, leaf first, in `table`; they live as long as the credential.
    func certificates(into table: inout LentTable) -> Int {
        let credential = unsafe pointer
        return unsafe table.fill { unsafe ccountersign_credential_certificates(credential, $0, $1) }
    }

    /// SHA-256 of its first certificate; nil when it has none.
    package var fingerprint: SHA256Digest? {
        var table = LentTable()
        return certificates(into: &table) > 0 ? sha256(table.list[0]) : nil
    }

    /// For a server: TLS 1.2 connections that begin from now on give their clients tickets. Before the first one begins.
    package func makeTickets() throws(ShimError) {
        let code = unsafe ccountersign_credential_make_tickets(pointer)
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code) }
    }

    /// What kind of key it has; empty for none, and for one that no request accepts.
    var keyKind: KeyKinds { KeyKinds(rawValue: unsafe ccountersign_credential_key_kind(pointer)) }
}
