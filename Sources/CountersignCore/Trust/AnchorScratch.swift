/// Room for one anchor that has to be decoded, on the stack of whoever looks it up.
public struct AnchorScratch: ~Copyable {
    /// Larger certificates than this can't be anchors in a mapped bundle. The largest of Mozilla's roots has 2,007
    /// bytes, one with an RSA key of 8,192 bits about 2,700.
    public static var capacity: Int { 4_096 }

    private var octets = InlineArray<4_096, UInt8>(repeating: 0)

    public init() {}

    @_lifetime(&self)
    mutating func decode(_ text: Span<UInt8>) -> Span<UInt8> {
        var output = octets.mutableSpan
        // Four characters make three octets; line breaks add at most a few per cent. What is longer can't fit.
        let written = text.count / 3 > AnchorScratch.capacity ? 0 : Base64Text.decode(text, into: &output) ?? 0
        return octets.span.extracting(0..<written)
    }
}
