/// A SubjectPublicKeyInfo (RFC 5280 §4.1) taken apart, for comparing keys.
struct PublicKeyFields {
    let algorithm: ObjectID
    /// The parameters as encoded; empty when absent.
    let parameters: [UInt8]
    /// The BIT STRING with its count of unused bits.
    let key: [UInt8]

    init(_ publicKeyInfo: [UInt8]) throws(ImportError) {
        var outer = BERReader(publicKeyInfo.span)
        var fields = try outer.sequence("SubjectPublicKeyInfo")
        var identifier = try fields.sequence("algorithm")
        algorithm = try identifier.objectIdentifier("algorithm")
        parameters = identifier.copy(identifier.position..<identifier.end)
        key = fields.copy(try fields.next(.bitString, "subjectPublicKey").contents)
    }

    /// Whether both are the same key. An RSA key is its numbers, whatever name the algorithm goes by (RFC 4055 §1.2)
    /// and whether or not its NULL was written; other keys mean nothing without their parameters, which only DSA may
    /// leave out (RFC 3279 §2.3.2).
    func isSameKey(as other: PublicKeyFields) -> Bool {
        guard key == other.key else { return false }
        if Self.isRSA(algorithm), Self.isRSA(other.algorithm) { return true }
        guard algorithm == other.algorithm else { return false }
        return parameters == other.parameters
            || (algorithm == .dsa && (parameters.isEmpty || other.parameters.isEmpty))
    }

    private static func isRSA(_ algorithm: ObjectID) -> Bool {
        algorithm == .rsaEncryption || algorithm == .rsassaPSS
    }
}

extension ObjectID {
    static let rsaEncryption = pkcs(1, 1)
    static let rsassaPSS = pkcs(1, 10)
    static let dsa = ObjectID([0x2A, 0x86, 0x48, 0xCE, 0x38, 0x04, 0x01])
    static let ecPublicKey = ObjectID([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
    static let ed25519 = ObjectID([0x2B, 0x65, 0x70])
}
