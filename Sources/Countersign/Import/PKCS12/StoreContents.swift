/// What the bags of a store gave, in their order.
struct StoreContents {
    struct Key {
        let key: PrivateKey
        let attributes: BagAttributes
    }

    struct Certificate {
        let certificate: StoredCertificate
        let attributes: BagAttributes
    }

    private(set) var keys: [Key] = []
    private(set) var certificates: [Certificate] = []
    private(set) var skippedBags: [String] = []
    private(set) var encryptions: [String] = []

    mutating func add(key: PrivateKey, _ attributes: BagAttributes) {
        keys.append(Key(key: key, attributes: attributes))
    }

    mutating func add(certificate: StoredCertificate, _ attributes: BagAttributes) {
        certificates.append(Certificate(certificate: certificate, attributes: attributes))
    }

    mutating func noteSkipped(_ bag: SafeBag) {
        skippedBags.append(bag.name)
    }

    mutating func noteEncryption(_ scheme: PasswordEncryption) {
        encryptions.append("\(scheme.name), \(scheme.iterations) iterations")
    }
}
