/// SafeContents (RFC 7292 §4.2): a sequence of bags.
enum SafeContents {
    /// Whether deciphered octets look like SafeContents from end to end, as a wrong passphrase's don't.
    static func isPlausible(_ octets: Span<UInt8>) -> Bool {
        var outer = BERReader(octets)
        do throws(ImportError) {
            var bags = try outer.sequence("SafeContents")
            guard outer.isAtEnd else { return false }
            while !bags.isAtEnd {
                var bag = try bags.sequence("SafeBag")
                _ = try bag.objectIdentifier("bagId")
            }
            return true
        } catch {
            return false
        }
    }

    static func read(
        _ octets: Span<UInt8>, _ unlocker: inout Unlocker, into store: inout StoreContents
    ) throws(ImportError) {
        var outer = BERReader(octets)
        var bags = try outer.sequence("SafeContents")
        try read(&bags, &unlocker, into: &store)
    }

    /// The bags of one level; bags in bags are bounded by the reader's depth.
    private static func read(
        _ bags: inout BERReader, _ unlocker: inout Unlocker, into store: inout StoreContents
    ) throws(ImportError) {
        while !bags.isAtEnd {
            let bag = try SafeBag(&bags)
            var value = bags.contents(of: bag.value)
            switch bag.kind {
            case .keyBag:
                let element = try value.next(.sequence, "keyBag")
                let material = try KeyMaterial(value.bytes.extracting(element.whole))
                try add(material, bag.attributes, &unlocker, to: &store)
            case .pkcs8ShroudedKeyBag:
                let element = try value.next(.sequence, "pkcs8ShroudedKeyBag")
                let shrouded = value.bytes.extracting(element.whole)
                store.noteEncryption(try shroudingScheme(shrouded))
                let material = try KeyFile.decryptPKCS8(shrouded, &unlocker)
                try add(material, bag.attributes, &unlocker, to: &store)
            case .certBag: try store.add(certificate: certificate(&value), bag.attributes)
            case .safeContentsBag:
                var inner = try value.sequence("safeContentsBag")
                try read(&inner, &unlocker, into: &store)
            case .crlBag, .secretBag, .unknown: store.noteSkipped(bag)
            }
        }
    }

    /// Deriving a public key takes about as long as some thousand iterations, so a file can't hold keys without end.
    private static func add(
        _ material: borrowing KeyMaterial, _ attributes: BagAttributes, _ unlocker: inout Unlocker,
        to store: inout StoreContents
    ) throws(ImportError) {
        try unlocker.spend(4_000, blocks: 1)
        store.add(key: try PrivateKey(material), attributes)
    }

    /// CertBag (§4.2.3).
    private static func certificate(_ value: inout BERReader) throws(ImportError) -> StoredCertificate {
        var fields = try value.sequence("certBag")
        let type = try fields.objectIdentifier("certId")
        guard type == .x509Certificate else {
            let name = type == .sdsiCertificate ? "SDSI certificate" : "certificate of type \(type.dotted)"
            throw ImportError(.unsupportedAlgorithm, name)
        }
        let wrapper = try fields.next(.context(0), "certValue")
        var content = fields.contents(of: wrapper)
        let der = try content.octetString("certValue")
        var reader = BERReader(der.span)
        let element = try reader.next(.sequence, "certValue")
        return try StoredCertificate(reader.copy(element.whole))
    }

    private static func shroudingScheme(_ shrouded: Span<UInt8>) throws(ImportError) -> PasswordEncryption {
        var outer = BERReader(shrouded)
        var fields = try outer.sequence("EncryptedPrivateKeyInfo")
        return try PasswordEncryption(&fields)
    }

    /// Whether the passphrase deciphers the first encrypted key; nil when there is none.
    static func opens(_ octets: Span<UInt8>, _ unlocker: inout Unlocker) throws(ImportError) -> Bool? {
        var outer = BERReader(octets)
        var bags = try outer.sequence("SafeContents")
        while !bags.isAtEnd {
            let bag = try SafeBag(&bags)
            guard bag.kind == .pkcs8ShroudedKeyBag else { continue }
            _ = try KeyFile.decryptPKCS8(bags.bytes.extracting(bag.value.contents), &unlocker)
            return true
        }
        return nil
    }

    /// What the keys of plain SafeContents will cost, spent from `planned`.
    static func planWork(_ octets: Span<UInt8>, _ planned: inout WorkBudget) throws(ImportError) {
        var outer = BERReader(octets)
        var bags = try outer.sequence("SafeContents")
        try planWork(&bags, &planned)
    }

    private static func planWork(_ bags: inout BERReader, _ planned: inout WorkBudget) throws(ImportError) {
        while !bags.isAtEnd {
            let bag = try SafeBag(&bags)
            var value = bags.contents(of: bag.value)
            if bag.kind == .pkcs8ShroudedKeyBag {
                let element = try value.next(.sequence, "pkcs8ShroudedKeyBag")
                let scheme = try shroudingScheme(value.bytes.extracting(element.whole))
                try planned.spend(scheme.iterations, blocks: scheme.blocks)
            } else if bag.kind == .safeContentsBag {
                var inner = try value.sequence("safeContentsBag")
                try planWork(&inner, &planned)
            }
        }
    }
}

extension ObjectID {
    static let x509Certificate = pkcs(9, 22, 1)
    static let sdsiCertificate = pkcs(9, 22, 2)
}
