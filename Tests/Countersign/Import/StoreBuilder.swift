@testable import Countersign

/// Writes small stores by hand: what no tool would write.
enum StoreBuilder {
    static func element(_ tag: UInt8, _ contents: [UInt8]...) -> [UInt8] {
        let joined = contents.flatMap { $0 }
        var length = joined.count
        guard length >= 0x80 else { return [tag, UInt8(length)] + joined }
        var octets: [UInt8] = []
        while length > 0 {
            octets.insert(UInt8(length & 0xFF), at: 0)
            length >>= 8
        }
        return [tag, 0x80 | UInt8(octets.count)] + octets + joined
    }

    /// The same with an indefinite length (X.690 §8.1.3.6).
    static func indefinite(_ tag: UInt8, _ contents: [UInt8]...) -> [UInt8] {
        [tag, 0x80] + contents.flatMap { $0 } + [0, 0]
    }

    static func sequence(_ contents: [UInt8]...) -> [UInt8] { element(0x30, contents.flatMap { $0 }) }

    static func object(_ identifier: ObjectID) -> [UInt8] { element(0x06, identifier.octets) }

    /// A PFX without MAC around SafeContents.
    static func store(_ bags: [UInt8]...) -> [UInt8] {
        let contents = sequence(bags.flatMap { $0 })
        let info = sequence(object(.cmsData), element(0xA0, element(0x04, contents)))
        return store(authenticatedSafe: sequence(info))
    }

    static func store(authenticatedSafe: [UInt8]) -> [UInt8] {
        sequence([0x02, 0x01, 0x03], sequence(object(.cmsData), element(0xA0, element(0x04, authenticatedSafe))))
    }

    static func bag(_ arc: UInt8, _ value: [UInt8], keyID: [UInt8]? = nil) -> [UInt8] {
        var attributes: [UInt8] = []
        if let keyID {
            let attribute = sequence(object(.localKeyID), element(0x31, element(0x04, keyID)))
            attributes = element(0x31, attribute)
        }
        return sequence(object(.pkcs(12, 10, 1, arc)), element(0xA0, value), attributes)
    }

    static func certificateBag(_ der: [UInt8], type: ObjectID = .x509Certificate, keyID: [UInt8]? = nil) -> [UInt8] {
        bag(3, sequence(object(type), element(0xA0, element(0x04, der))), keyID: keyID)
    }

    static func keyBag(_ pkcs8: [UInt8], keyID: [UInt8]? = nil) -> [UInt8] { bag(1, pkcs8, keyID: keyID) }
}
