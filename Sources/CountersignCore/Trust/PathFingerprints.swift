/// Which digests are made of the certificates of a path that passed.
package enum PathFingerprints: UInt8, Sendable {
    /// SHA-256 of the certificates and their keys.
    case usual = 0
    /// SHA-1 of the keys too, for old pins.
    case withLegacy = 1
    /// None: for paths that nobody is going to see.
    case none = 2
}
