/// Orders certificates of a file by who issued whom.
enum ChainOrder {
    /// Most issuers in a chain. Longer than any peer accepts (mbedTLS takes 8 intermediates), and a bound for files that
    /// are made to be slow.
    static let lengthLimit = 16

    /// The issuers of `leaf`, one after the other, up to a self-issued certificate or until none is found. Among
    /// several by the same name, the one that key identifiers point to comes first, then the one met first. Nothing
    /// appears twice. At most `lengthLimit` times linear in the candidates.
    static func path(from leaf: StoredCertificate, among candidates: [StoredCertificate]) -> [StoredCertificate] {
        var path: [StoredCertificate] = []
        var isUsed = candidates.map { $0.der == leaf.der }
        var current = leaf
        while !current.isSelfIssued, path.count < lengthLimit {
            var best: Int?
            for index in candidates.indices where !isUsed[index] && current.isIssued(by: candidates[index]) {
                if best == nil || (current.namesKey(of: candidates[index]) && !namesBest(best, current, candidates)) {
                    best = index
                }
            }
            guard let found = best else { break }
            current = candidates[found]
            for index in candidates.indices where candidates[index].der == current.der { isUsed[index] = true }
            path.append(current)
        }
        return path
    }

    private static func namesBest(
        _ best: Int?, _ current: StoredCertificate, _ candidates: [StoredCertificate]
    ) -> Bool {
        guard let best else { return false }
        return current.namesKey(of: candidates[best])
    }
}
