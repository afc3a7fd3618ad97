/// A URI to be looked for, at most 255 octets of ASCII.
public struct ResourceName: Equatable, Sendable {
    let text: InlineText

    /// Nil when it is empty, too long, or has octets that URIs don't have.
    public init?(_ uri: Span<UInt8>) {
        guard uri.count > 0, let text = InlineText(uri) else { return nil }
        for index in 0..<uri.count where uri[index] <= 0x20 || uri[index] >= 0x7f { return nil }
        self.text = text
    }
}
