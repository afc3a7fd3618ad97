extension PinnedDomain {
    /// The pins of one pattern put together, for formats in which it may stand several times. Domains that differ in
    /// more than their pins stay apart.
    static func united(_ domains: [PinnedDomain]) -> [PinnedDomain] {
        let firsts = HostPattern.firsts(domains.map { $0.pattern })
        var places = domains.map { _ in 0 }
        var result: [PinnedDomain] = []
        var isUnited: [Bool] = []
        for (index, domain) in domains.enumerated() {
            let place = places[firsts[index]]
            if firsts[index] < index, result[place].canTakePins(of: domain) {
                result[place].pins += domain.pins
                isUnited[place] = true
            } else {
                places[index] = result.count
                result.append(domain)
                isUnited.append(false)
            }
        }
        for index in result.indices where isUnited[index] {
            let pins = result[index].pins
            result[index].pins = zip(pins, Pin.repetitions(in: pins)).filter { !$0.1 }.map { $0.0 }
        }
        return result
    }

    private func canTakePins(of other: PinnedDomain) -> Bool {
        !isExcluded && !other.isExcluded && expiration == other.expiration
            && includesSubdomains == other.includesSubdomains
    }
}

extension HostPattern {
    /// For each pattern the index of the first that is the same, however it is written. What is none is like no other.
    /// Linear, apart from sorting.
    static func firsts(_ texts: [String]) -> [Int] {
        let patterns = texts.map { try? HostPattern($0) }
        var firsts = Array(texts.indices)
        let sorted = firsts.filter { patterns[$0] != nil }.sorted { left, right in
            guard let one = patterns[left], let other = patterns[right], one != other else { return left < right }
            return one.sortKey.lexicographicallyPrecedes(other.sortKey)
        }
        for (one, next) in zip(sorted, sorted.dropFirst()) where patterns[one] == patterns[next] {
            firsts[next] = firsts[one]
        }
        return firsts
    }

    private var sortKey: [UInt8] {
        let kind: UInt8 = isAddress ? 3 : reach == .exact ? 0 : reach == .oneLabel ? 1 : 2
        return name + [0, kind]
    }
}
