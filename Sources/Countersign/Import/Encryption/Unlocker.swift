/// Tries a passphrase, in the encodings that writers of files have used, within the budget of one import.
struct Unlocker {
    private let passphrase: Passphrase?
    private let options: ImportOptions
    private(set) var budget: WorkBudget
    /// The encoding that a MAC verified with: the passphrase is known to be right, and this is tried first.
    private var settled: PassphraseEncoding?

    init(_ passphrase: Passphrase?, _ options: ImportOptions) {
        self.passphrase = passphrase
        self.options = options
        budget = WorkBudget(options)
    }

    /// Which families of encodings there are.
    enum Family {
        /// BMPString, for RFC 7292 appendix B.
        case pkcs12
        /// UTF-8, for PBKDF2 and everything else of PKCS #5.
        case pkcs5
    }

    /// The encodings to try, most likely first.
    func encodings(_ family: Family) -> [PassphraseEncoding] {
        let isEmpty = passphrase?.isEmpty ?? true
        var list: [PassphraseEncoding]
        switch family {
        case .pkcs12:
            if passphrase == nil {
                list = [.none, .bmpString]
            } else {
                list = isEmpty ? [.bmpString, .none] : [.bmpString]
            }
            if !isEmpty, options.triesLegacyPassphraseEncodings { list.append(.widenedBytes) }
        case .pkcs5:
            list = [.utf8]
            // Old NSS fed PBES2 the BMPString; only worth trying once the passphrase is known to be right.
            if settled != nil { list += [.bmpString, .bmpStringUnterminated] }
            if !isEmpty, options.triesLegacyPassphraseEncodings { list.append(.latin1) }
        }
        if let settled, let index = list.firstIndex(of: settled), family == .pkcs12 {
            list.remove(at: index)
            list.insert(settled, at: 0)
        }
        return list
    }

    func octets(_ encoding: PassphraseEncoding) -> SecretBytes? {
        (passphrase ?? Passphrase("")).encoded(as: encoding)
    }

    mutating func settle(_ encoding: PassphraseEncoding) {
        settled = encoding
    }

    mutating func spend(_ iterations: UInt64, blocks: UInt64) throws(ImportError) {
        try budget.spend(iterations, blocks: blocks)
    }

    /// Why nothing worked.
    func refusal(_ what: StaticString) -> ImportError {
        if settled != nil {
            return ImportError(
                .wrongPassphrase, "\(what): the store's MAC verifies, but this has another passphrase or is damaged")
        }
        guard passphrase != nil else {
            return ImportError(.passphraseNeeded, "\(what): protected, and neither kind of empty passphrase opens it")
        }
        return ImportError(.wrongPassphrase, "\(what): the passphrase is wrong, or the file was altered")
    }

    /// Deciphers with the first encoding whose result has right padding and is plausible. Throws `wrongPassphrase` or
    /// `passphraseNeeded`, `workLimitExceeded`, and what the scheme throws.
    mutating func decrypt(
        _ ciphertext: Span<UInt8>, _ scheme: PasswordEncryption, _ what: StaticString,
        isPlausible: (borrowing SecretBytes) -> Bool
    ) throws(ImportError) -> SecretBytes {
        var family = Family.pkcs5
        if case .pkcs12 = scheme.derivation { family = .pkcs12 }
        for encoding in encodings(family) {
            guard let octets = octets(encoding) else { continue }
            try spend(scheme.iterations, blocks: scheme.blocks)
            guard let plaintext = try scheme.decrypt(ciphertext, passphrase: octets.span) else { continue }
            if isPlausible(plaintext) { return plaintext }
        }
        throw refusal(what)
    }
}
