/// AuthenticatedSafe (RFC 7292 §4.1): a sequence of ContentInfo, each of them SafeContents, plain or encrypted.
enum AuthenticatedSafe {
    /// Reads everything into `store`. Throws what its parts throw; envelopedData (public-key privacy) by name.
    static func read(
        _ octets: Span<UInt8>, _ unlocker: inout Unlocker, into store: inout StoreContents
    ) throws(ImportError) {
        var outer = BERReader(octets)
        var list = try outer.sequence("AuthenticatedSafe")
        while !list.isAtEnd {
            let part = try Part.read(&list)
            guard let scheme = part.scheme else {
                try SafeContents.read(part.octets.span, &unlocker, into: &store)
                continue
            }
            store.noteEncryption(scheme)
            let plaintext = try unlocker.decrypt(part.octets.span, scheme, "encrypted SafeContents") { plaintext in
                SafeContents.isPlausible(plaintext.span)
            }
            try SafeContents.read(plaintext.span, &unlocker, into: &store)
        }
    }

    /// Throws `workLimitExceeded` when the parts that can be read without the passphrase ask for more work, together
    /// with `mac`, than is allowed; so a file made to waste time costs none.
    static func checkWork(
        _ octets: Span<UInt8>, _ mac: MacData?, _ unlocker: borrowing Unlocker
    ) throws(ImportError) {
        var planned = unlocker.budget
        if let mac { try planned.spend(mac.iterations, blocks: mac.blocks) }
        var outer = BERReader(octets)
        var list = try outer.sequence("AuthenticatedSafe")
        while !list.isAtEnd {
            let part = try Part.read(&list)
            if let scheme = part.scheme {
                try planned.spend(scheme.iterations, blocks: scheme.blocks)
            } else {
                try SafeContents.planWork(part.octets.span, &planned)
            }
        }
    }

    /// Whether the passphrase deciphers the first encrypted part, or the first encrypted key where no part is. Failures
    /// of any kind, such as a spent budget, are a no.
    static func opens(_ octets: Span<UInt8>, _ unlocker: inout Unlocker) -> Bool {
        do throws(ImportError) {
            var outer = BERReader(octets)
            var list = try outer.sequence("AuthenticatedSafe")
            while !list.isAtEnd {
                let part = try Part.read(&list)
                guard let scheme = part.scheme else {
                    if let isOpen = try SafeContents.opens(part.octets.span, &unlocker) { return isOpen }
                    continue
                }
                _ = try unlocker.decrypt(part.octets.span, scheme, "encrypted SafeContents") { plaintext in
                    SafeContents.isPlausible(plaintext.span)
                }
                return true
            }
            return false
        } catch {
            return false
        }
    }

    /// One ContentInfo: the octets of SafeContents, and how they are encrypted if they are.
    private struct Part: ~Copyable {
        let octets: SecretBytes
        let scheme: PasswordEncryption?

        private init(_ octets: consuming SecretBytes, _ scheme: PasswordEncryption?) {
            self.octets = octets
            self.scheme = scheme
        }

        static func read(_ list: inout BERReader) throws(ImportError) -> Part {
            var info = try list.sequence("ContentInfo")
            let start = info.position
            let type = try info.objectIdentifier("contentType")
            let wrapper = try info.next(.context(0), "content")
            var content = info.contents(of: wrapper)
            switch type {
            case .cmsData: return Part(try content.octetString("content"), nil)
            case .cmsEncryptedData: return try encryptedData(&content)
            case .cmsEnvelopedData:
                throw ImportError(.unsupportedAlgorithm, "public-key privacy mode (envelopedData)", at: start)
            default:
                throw ImportError(.unsupportedAlgorithm, "ContentInfo of type \(type.dotted)", at: start)
            }
        }

        /// EncryptedData (RFC 5652 §8).
        private static func encryptedData(_ content: inout BERReader) throws(ImportError) -> Part {
            var data = try content.sequence("EncryptedData")
            _ = try data.unsigned("EncryptedData version")
            var encrypted = try data.sequence("encryptedContentInfo")
            _ = try encrypted.objectIdentifier("encrypted contentType")
            let scheme = try PasswordEncryption(&encrypted)
            guard encrypted.nextTag == .contextPrimitive(0) || encrypted.nextTag == .context(0) else {
                throw ImportError(.malformed, "encryptedContent is absent", at: encrypted.position)
            }
            let element = try encrypted.next("encryptedContent")
            return Part(try encrypted.octets(of: element, "encryptedContent"), scheme)
        }
    }
}
