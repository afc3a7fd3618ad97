/// Which identities would do.
extension ProtectionSpace {
    /// Whether an identity is what the server asks for: a key of an accepted kind, and, if the server named issuers, a
    /// certificate in the identity's chain that one of them issued (RFC 5246 §7.4.4, RFC 8446 §4.2.4), the names compared
    /// as in RFC 5280 §7.1. A server that named none takes any.
    ///
    /// False in a server-trust challenge. It is about the request only: not about dates, nor about what the server will
    /// find. Linear in the names times the chain, without allocation.
    public func accepts(_ identity: any ClientIdentity) -> Bool {
        guard let credential = identity.credential, acceptedKeys.containsAny(of: credential.keyKind) else {
            return false
        }
        guard !distinguishedNames.isEmpty else { return true }
        var table = LentTable()
        _ = credential.certificates(into: &table)
        let chain = table.list
        for index in 0..<chain.count {
            do throws(DERError) {
                if distinguishedNames.contains(try Certificate(chain[index]).issuer) { return true }
            } catch {
                continue
            }
        }
        return false
    }
}
