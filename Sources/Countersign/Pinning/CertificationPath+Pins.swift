/// How much of a path has to be pinned.
enum PinnedPart {
    case any, all, first
}

extension CertificationPath {
    /// Whether the certificates of the path, or their keys, are among the pins. Linear in both: a policy has few pins,
    /// while a `PinIndex` may have any number.
    func matches(_ part: PinnedPart, _ pins: [Pin]) -> Bool {
        var found = 0
        for index in 0..<count {
            guard let entry = self[index] else { continue }
            let isPinned =
                pins.contains(Pin(sha256: entry.publicKeyFingerprint))
                || pins.contains(Pin(certificateSHA256: entry.fingerprint))
            if isPinned { found += 1 }
            if part == .first { return isPinned }
        }
        return part == .all ? found == count && count > 0 : found > 0
    }
}
