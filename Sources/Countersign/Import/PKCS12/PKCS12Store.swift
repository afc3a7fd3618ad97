/// Everything that a PKCS #12 file (RFC 7292) holds, for programs that want more than its identities, and for tools.
///
/// Counterpart: SecPKCS12Import, whose items are `items`.
public struct PKCS12Store: Sendable {
    /// One for each private key; for a store without keys, one with its certificates as anchors, if it has any.
    public let items: [ImportedItem]
    /// All certificates in the file's order, as often as they are there.
    public let certificates: [ImportedCertificate]
    public let integrity: StoreIntegrity
    /// Names of bags that were passed over: crlBag, secretBag and kinds that RFC 7292 doesn't know.
    public let skippedBags: [String]
    /// Every encryption that was met, in words, in the file's order.
    public let encryptions: [String]

    /// Opens a store. See `importPKCS12(_:passphrase:options:)` for passphrases and errors.
    @export(interface)
    public init(
        _ file: [UInt8], passphrase: Passphrase?, options: ImportOptions = ImportOptions()
    ) throws(ImportError) {
        guard file.count <= options.sizeLimit else {
            throw ImportError(.workLimitExceeded, "\(file.count) bytes, more than \(options.sizeLimit)")
        }
        let pfx = try PFX(file.span)
        guard pfx.macData != nil || !options.requiresIntegrity else {
            throw ImportError(.integrityAbsent, "the store has no MAC")
        }
        var unlocker = Unlocker(passphrase, options)
        try AuthenticatedSafe.checkWork(pfx.authSafe.span, pfx.macData, unlocker)
        if let mac = pfx.macData { try Self.verify(mac, pfx.authSafe.span, &unlocker) }
        var contents = StoreContents()
        try AuthenticatedSafe.read(pfx.authSafe.span, &unlocker, into: &contents)
        items = try Self.items(contents)
        certificates = contents.certificates.map { entry in
            ImportedCertificate(
                der: entry.certificate.der, label: entry.attributes.label, keyID: entry.attributes.localKeyID,
                friendlyName: entry.attributes.friendlyName)
        }
        if let mac = pfx.macData {
            integrity = .verified(algorithm: mac.name, iterations: mac.iterations)
        } else {
            integrity = .absent
        }
        skippedBags = contents.skippedBags
        encryptions = contents.encryptions
    }

    /// Verifies the MAC. When it doesn't, but the passphrase deciphers what is encrypted, then the passphrase is right
    /// and the store was altered: `integrityFailed`.
    private static func verify(
        _ mac: MacData, _ authSafe: Span<UInt8>, _ unlocker: inout Unlocker
    ) throws(ImportError) {
        do throws(ImportError) {
            try mac.verify(authSafe, &unlocker)
        } catch {
            guard error.code == .wrongPassphrase || error.code == .passphraseNeeded else { throw error }
            if AuthenticatedSafe.opens(authSafe, &unlocker) {
                throw ImportError(
                    .integrityFailed, "the passphrase opens the store, but its MAC doesn't verify: it was altered")
            }
            throw error
        }
    }

    /// Most pairs of key and certificate that are compared. Far beyond any real store, and seconds of work.
    private static let pairLimit = 250_000

    /// Pairs keys with certificates: by public key first, by localKeyID among those.
    private static func items(_ contents: StoreContents) throws(ImportError) -> [ImportedItem] {
        let certificates = contents.certificates.map { $0.certificate }
        guard certificates.count <= pairLimit / max(1, contents.keys.count) || contents.keys.isEmpty else {
            throw ImportError(
                .workLimitExceeded, "\(contents.keys.count) keys and \(certificates.count) certificates to pair")
        }
        var leaves: [Int?] = []
        var isUsed = certificates.map { _ in false }
        var paths: [[StoredCertificate]] = []
        for entry in contents.keys {
            let keyID = entry.attributes.localKeyID
            let leaf = try KeyMatching.leaf(of: entry.key, among: certificates) { index in
                keyID != nil && contents.certificates[index].attributes.localKeyID == keyID
            }
            leaves.append(leaf)
            let path = leaf.map { ChainOrder.path(from: certificates[$0], among: certificates) } ?? []
            paths.append(path)
            let members = (leaf.map { [certificates[$0]] } ?? []) + path.filter { !$0.isSelfIssued }
            for index in certificates.indices where members.contains(where: { $0.der == certificates[index].der }) {
                isUsed[index] = true
            }
        }
        let anchors = certificates.indices.filter { !isUsed[$0] }.map { certificates[$0].der }
        guard !contents.keys.isEmpty else {
            return anchors.isEmpty ? [] : [ImportedItem(anchors: anchors)]
        }
        var items: [ImportedItem] = []
        for (index, entry) in contents.keys.enumerated() {
            items.append(
                ImportedItem(entry, leaf: leaves[index], path: paths[index], contents, anchors: anchors))
        }
        return items
    }
}

extension ImportedItem {
    /// A store without keys.
    fileprivate init(anchors: [[UInt8]]) {
        identity = nil
        privateKey = nil
        certificateChain = []
        self.anchors = anchors
        label = nil
        keyID = nil
        obstacle = ImportError(.noPrivateKey, "the store holds certificates, but no private key")
    }

    fileprivate init(
        _ entry: StoreContents.Key, leaf: Int?, path: [StoredCertificate], _ contents: StoreContents,
        anchors: [[UInt8]]
    ) {
        privateKey = entry.key
        self.anchors = anchors
        guard let leaf else {
            identity = nil
            certificateChain = []
            label = entry.attributes.label
            keyID = entry.attributes.localKeyID
            obstacle =
                contents.certificates.isEmpty
                ? ImportError(.noCertificate, "the store holds a private key, but no certificate")
                : ImportError(.keyMismatch, "none of the store's certificates belongs to the private key")
            return
        }
        let owner = contents.certificates[leaf]
        identity = Identity(
            leaf: owner.certificate, among: contents.certificates.map { $0.certificate }, privateKey: entry.key)
        certificateChain = [owner.certificate.der] + path.map { $0.der }
        label = entry.attributes.label ?? owner.attributes.label
        keyID = entry.attributes.localKeyID ?? owner.attributes.localKeyID
        obstacle = nil
    }
}
