/// SafeBag (RFC 7292 §4.2): what kind, where its value is, and its attributes.
struct SafeBag {
    enum Kind: Equatable {
        case keyBag, pkcs8ShroudedKeyBag, certBag, crlBag, secretBag, safeContentsBag, unknown
    }

    let kind: Kind
    let type: ObjectID
    /// The `[0]` around the value.
    let value: BERElement
    let attributes: BagAttributes

    init(_ bags: inout BERReader) throws(ImportError) {
        var fields = try bags.sequence("SafeBag")
        type = try fields.objectIdentifier("bagId")
        kind = Self.kind(type)
        value = try fields.next(.context(0), "bagValue")
        attributes = fields.isAtEnd ? BagAttributes() : try BagAttributes(&fields)
    }

    private static func kind(_ type: ObjectID) -> Kind {
        guard type.isBelowPKCS([12, 10, 1]), type.octets.count == 11 else { return .unknown }
        switch type.octets[10] {
        case 1: return .keyBag
        case 2: return .pkcs8ShroudedKeyBag
        case 3: return .certBag
        case 4: return .crlBag
        case 5: return .secretBag
        case 6: return .safeContentsBag
        default: return .unknown
        }
    }

    /// As RFC 7292 spells it, or the number of what it doesn't know.
    var name: String {
        switch kind {
        case .keyBag: "keyBag"
        case .pkcs8ShroudedKeyBag: "pkcs8ShroudedKeyBag"
        case .certBag: "certBag"
        case .crlBag: "crlBag"
        case .secretBag: "secretBag"
        case .safeContentsBag: "safeContentsBag"
        case .unknown: "bag of type \(type.dotted)"
        }
    }
}
