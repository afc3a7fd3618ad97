/// What the bags of a store gave, in their order.
struct StoreContents {
    struct Key {
        let key: PrivateKey
        let attributes: BagAttributes
    }

    struct Certificate {
        let certificate: StoredCertificate
        var attributes: BagAttributes
    }

    private(set) var keys: [Key] = []
    private(set) var certificates: [Certificate] = []
    private(set) var skippedBags: [String] = []
    private(set) var encryptions: [String] = []

    mutating func add(key: PrivateKey, _ attributes: BagAttributes) {
        keys.append(Key(key: key, attributes: attributes))
    }

    /// A certificate that is there twice counts once; attributes that the first lacked are taken from the second.
    mutating func add(certificate: StoredCertificate, _ attributes: BagAttributes) {
        for index in certificates.indices where certificates[index].certificate.der == certificate.der {
            if certificates[index].attributes.friendlyName == nil {
                certificates[index].attributes.friendlyName = attributes.friendlyName
            }
            if certificates[index].attributes.localKeyID == nil {
                certificates[index].attributes.localKeyID = attributes.localKeyID
            }
            return
        }
        certificates.append(Certificate(certificate: certificate, attributes: attributes))
    }

    mutating func noteSkipped(_ bag: SafeBag) {
        skippedBags.append(bag.name)
    }

    mutating func noteEncryption(_ scheme: PasswordEncryption) {
        encryptions.append("\(scheme.name), \(scheme.iterations) iterations")
    }
}
