/// Which evaluator judges which host.
///
/// Keys are hosts, or beyond Alamofire the patterns of `PinnedDomain`. A host that is named exactly goes before `*.`, that
/// before `**.`, and longer before shorter. Looking a host up is linear in the keys and allocates nothing.
/// Counterpart: Alamofire's ServerTrustManager, whose look-up is exact and minds case.
public final class ServerTrustManager: Sendable {
    /// A host without an evaluator is refused; otherwise default handling judges it.
    public let allHostsMustBeEvaluated: Bool
    private let patterns: [HostPattern]
    private let evaluators: [any ServerTrustEvaluating]

    /// Throws `.invalidPattern` and `.duplicatePattern`, naming the key.
    public init(
        allHostsMustBeEvaluated: Bool = true, _ evaluators: [(pattern: String, evaluator: any ServerTrustEvaluating)]
    ) throws(PinningError) {
        var patterns: [HostPattern] = []
        for (text, _) in evaluators {
            let pattern = try HostPattern(text)
            guard !patterns.contains(pattern) else { throw PinningError(.duplicatePattern, text, "declared twice") }
            patterns.append(pattern)
        }
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
        self.patterns = patterns
        self.evaluators = evaluators.map { $0.evaluator }
    }

    /// The host's evaluator; nil where default handling judges it.
    ///
    /// Throws `.noEvaluator`, naming the host, when it must have one. Counterpart: serverTrustEvaluator(forHost:).
    public func evaluator(for host: String) throws(PinningError) -> (any ServerTrustEvaluating)? {
        if let host = ReferenceIdentifier(host: Array(host.utf8).span), let found = evaluator(for: host) {
            return found
        }
        guard !allHostsMustBeEvaluated else {
            throw PinningError(.noEvaluator, host, "has no evaluator, and every host must have one")
        }
        return nil
    }

    /// Answers a challenge for `handshakeEvaluating`: server trust by the host's evaluator, all else by default handling.
    ///
    /// Throws what the evaluator throws, or `.noEvaluator`.
    public func disposition(for challenge: borrowing AuthenticationChallenge) throws(TrustError) -> Disposition {
        guard let trust = challenge.protectionSpace.serverTrust else { return .performDefaultHandling }
        let host = trust.policy.identifier
        guard let host, let evaluator = evaluator(for: host) else {
            guard !allHostsMustBeEvaluated else { throw TrustError(.noEvaluator) }
            return .performDefaultHandling
        }
        return .useCredential(try evaluator.evaluate(trust, for: host))
    }

    private func evaluator(for host: ReferenceIdentifier) -> (any ServerTrustEvaluating)? {
        var best = -1
        for index in patterns.indices where patterns[index].matches(host) {
            if best < 0 || patterns[index].precedes(patterns[best]) { best = index }
        }
        return best < 0 ? nil : evaluators[best]
    }
}

extension HostPattern {
    func matches(_ host: ReferenceIdentifier) -> Bool {
        switch host {
        case .ipID(let address): isAddress && isSame(address.unmapped)
        case .dnsID(let text): !isAddress && matches(text.bytes)
        case .emailID, .uriID: false
        }
    }

    private func isSame(_ address: IPAddress) -> Bool { address.bytes.isEqual(to: name.span) }

    private func matches(_ host: Span<UInt8>) -> Bool {
        let more = host.count - name.count
        guard more >= 0, host.extracting(droppingFirst: more).isEqual(to: name.span) else { return false }
        guard more > 0 else { return reach != .oneLabel }
        guard reach != .exact, more > 1, host[more - 1] == 0x2e else { return false }
        return reach == .anyDepth || !host.extracting(first: more - 1).hasDot
    }

    /// Whether this one is the more specific of two that match one host.
    func precedes(_ other: HostPattern) -> Bool {
        name.count != other.name.count ? name.count > other.name.count : rank < other.rank
    }

    private var rank: Int {
        switch reach {
        case .exact: 0
        case .oneLabel: 1
        case .anyDepth: 2
        }
    }
}
