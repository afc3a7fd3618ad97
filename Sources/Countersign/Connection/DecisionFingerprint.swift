/// Everything that the decision to trust a server hangs on, in 32 bytes: a session is resumed only where it is the same.
///
/// SHA-256 over parts that each have their length before them. Made once, when a connection is; what is added to
/// `Configuration` and has a say in whether a server is accepted, or in what is offered to it, is added here.
struct DecisionFingerprint {
    private var octets: [UInt8] = []

    init(
        host: [UInt8], port: UInt16, reference: [UInt8], protocols: [UInt8], pins: PinnedDomains,
        configuration: Configuration
    ) {
        octets.reserveCapacity(512)
        add(Array("countersign decision 1".utf8).span)
        add(UInt64(Library.version))
        add(host.span)
        add(UInt64(port))
        add(reference.span)
        add(protocols.span)
        add(UInt64(configuration.minimumVersion.rawValue))
        add(UInt64(configuration.maximumVersion?.rawValue ?? 0))
        add(configuration.requiresForwardSecrecy ? 1 : 0)
        switch configuration.anchors {
        case .system: add(1, SystemAnchors.shared)
        case .only(let store): add(2, store)
        case .systemAnd(let store):
            add(3, SystemAnchors.shared)
            add(3, store)
        }
        add(pins.fingerprint.span)
        for identity in configuration.identities {
            add((identity.credential?.fingerprint ?? SHA256Digest(repeating: 0)).span)
        }
    }

    /// Of what default handling decides.
    var digest: SHA256Digest { sha256(octets.span) }

    /// Of what a handler of this name decides.
    func digest(handler: String) -> SHA256Digest {
        var other = self
        other.add(Array("handler".utf8).span)
        other.add(Array(handler.utf8).span)
        return other.digest
    }

    /// A part, behind its length in four bytes.
    static func append(_ part: Span<UInt8>, to octets: inout [UInt8]) {
        let count = UInt32(truncatingIfNeeded: part.count)
        for shift: UInt32 in [24, 16, 8, 0] { octets.append(UInt8(truncatingIfNeeded: count >> shift)) }
        for index in part.indices { octets.append(part[index]) }
    }

    /// A number, as a part of eight bytes.
    static func append(_ number: UInt64, to octets: inout [UInt8]) {
        let bytes = InlineArray<8, UInt8> { UInt8(truncatingIfNeeded: number >> UInt64(8 * (7 - $0))) }
        append(bytes.span, to: &octets)
    }

    private mutating func add(_ part: Span<UInt8>) { DecisionFingerprint.append(part, to: &octets) }

    private mutating func add(_ number: UInt64) { DecisionFingerprint.append(number, to: &octets) }

    private mutating func add(_ kind: UInt64, _ store: AnchorStore) {
        add(kind)
        add(store.fingerprint.span)
    }
}
