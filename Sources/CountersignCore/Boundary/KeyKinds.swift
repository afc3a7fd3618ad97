internal import CCountersign

/// Kinds of private keys, each a bit. No OptionSet: that has an initialiser from an array, which allocates.
public struct KeyKinds: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let rsa = KeyKinds(rawValue: CCOUNTERSIGN_KEY_RSA)
    public static let p256 = KeyKinds(rawValue: CCOUNTERSIGN_KEY_P256)
    public static let p384 = KeyKinds(rawValue: CCOUNTERSIGN_KEY_P384)
    public static let p521 = KeyKinds(rawValue: CCOUNTERSIGN_KEY_P521)
    /// On an elliptic curve that has no name here.
    public static let otherCurve = KeyKinds(rawValue: CCOUNTERSIGN_KEY_OTHER_CURVE)
    /// RSA, kept outside of this process (`ExternalIdentity`).
    public static let externalRSA = KeyKinds(rawValue: CCOUNTERSIGN_KEY_RSA_ELSEWHERE)

    /// Whether one of the kinds is among these.
    public func containsAny(of kinds: KeyKinds) -> Bool { rawValue & kinds.rawValue != 0 }
}
