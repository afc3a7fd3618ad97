extension Certificate {
    /// The first critical extension that mbedTLS refuses to read a certificate for, in each version that the shim
    /// compiles against (x509_crt.c, x509_get_crt_ext): all but basic constraints, key usage, extended key usage and
    /// alternative names. It matters in a handshake only, where mbedTLS reads the peer's certificates before anybody.
    package var unreadableExtension: ObjectIdentifier? {
        var list = DERReader(der, in: fields.extensions)
        do throws(DERError) {
            while !list.isAtEnd {
                var entry = try list.enter(DERTag.sequence)
                let identifier = try entry.objectIdentifier()
                guard entry.nextTag == DERTag.boolean, try entry.boolean() else { continue }
                switch identifier {
                case .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName: continue
                default: return identifier
                }
            }
        } catch {
            // The certificate was read before, extensions and all.
        }
        return nil
    }
}
