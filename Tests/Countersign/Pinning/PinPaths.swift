import Countersign
import CountersignCore

/// Pins and paths that are made of nothing but numbers.
enum PinPaths {
    static func digest(_ number: Int) -> SHA256Digest {
        SHA256Digest { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) &+ UInt8($0) }
    }

    static func pin(_ number: Int) -> Pin { Pin(sha256: digest(number)) }

    /// A path whose keys have these numbers, the peer's own first; certificates have them plus a million.
    static func path(_ keys: Int...) -> CertificationPath {
        var path = CertificationPath(
            validSince: UnixTime(seconds: .min), validUntil: UnixTime(seconds: .max), hasLegacyFingerprints: true)
        for key in keys {
            var entry = CertificationPath.Entry()
            entry.publicKeyFingerprint = digest(key)
            entry.fingerprint = digest(key + 1_000_000)
            entry.legacyPublicKeyFingerprint = InlineArray { digest(key + 2_000_000)[$0] }
            path.restore(entry)
        }
        return path
    }

    static func verdict(
        _ domains: PinnedDomains, _ host: String, _ path: CertificationPath, at seconds: Int64 = 1_000
    ) -> PinVerdict {
        domains.view.validate(
            path, for: ReferenceIdentifier(host: Array(host.utf8).span)!, at: UnixTime(seconds: seconds))
    }

    /// The outcome for each host of a list, as a number of `PinVerdict.Outcome`.
    static func outcome(
        _ domains: [PinnedDomain], _ host: String, _ path: CertificationPath, at seconds: Int64 = 1_000
    ) throws -> PinVerdict.Outcome {
        verdict(try PinnedDomains(domains), host, path, at: seconds).outcome
    }
}
