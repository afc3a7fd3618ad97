/// Up to 255 octets of text, kept inline: names that must not allocate and must not borrow.
struct InlineText: Equatable, Sendable {
    private var octets = InlineArray<255, UInt8>(repeating: 0)
    private(set) var count = 0

    init() {}

    /// Nil when it is too long.
    init?(_ text: Span<UInt8>) {
        guard text.count <= 255 else { return nil }
        for index in 0..<text.count { octets[index] = text[index] }
        count = text.count
    }

    /// Ignored when full.
    mutating func append(_ octet: UInt8) {
        guard count < 255 else { return }
        octets[count] = octet
        count += 1
    }

    subscript(_ index: Int) -> UInt8 { index >= 0 && index < count ? octets[index] : 0 }

    /// The text, as long as this value lives.
    var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { octets.span.extracting(0..<count) }
    }

    static func == (left: InlineText, right: InlineText) -> Bool { left.bytes.isEqual(to: right.bytes) }
}
