/// The syntax of the name constraints extension (RFC 5280 §4.2.1.10). Its meaning is in `Trust`.
enum NameConstraintsSyntax {
    /// At least one of the two lists, neither empty, every base well formed.
    static func validate(_ value: inout DERReader) throws(DERError) -> ByteRange {
        let sequence = try value.next(DERTag.sequence)
        try value.finish()
        var lists = value.inside(sequence)
        guard !lists.isAtEnd else { throw DERError(.invalidCount, at: sequence.start) }
        for number in UInt8(0)...1 {
            guard let element = try lists.optional(DERTag.constructed(number)) else { continue }
            var subtrees = lists.inside(element)
            guard !subtrees.isAtEnd else { throw DERError(.invalidCount, at: element.start) }
            while !subtrees.isAtEnd {
                let base = try subtree(&subtrees)
                try validate(base, in: subtrees.bytes)
            }
        }
        try lists.finish()
        return sequence.contents
    }

    /// One GeneralSubtree. Minimum must be zero and maximum absent, and DER doesn't encode the default.
    static func subtree(_ subtrees: inout DERReader) throws(DERError) -> GeneralName {
        var fields = try subtrees.enter(DERTag.sequence)
        let base = try GeneralName(&fields, asConstraint: true)
        try fields.finish()
        return base
    }

    private static func validate(_ base: GeneralName, in bytes: Span<UInt8>) throws(DERError) {
        let start = Int(base.contents.start)
        let octets = bytes.extracting(base.contents)
        switch base.kind {
        case .ipAddress:
            // In the style of RFC 4632: ones, then zeros.
            let half = octets.count / 2
            var hasEnded = false
            for index in half..<octets.count {
                let inverted = ~octets[index]
                guard inverted & (inverted &+ 1) == 0, !hasEnded || octets[index] == 0 else {
                    throw DERError(.invalidValue, at: start)
                }
                if octets[index] != 0xff { hasEnded = true }
            }
        case .dnsName:
            for index in 0..<octets.count {
                guard octets[index] > 0x20, octets[index] < 0x7f, octets[index] != 0x2a else {
                    throw DERError(.invalidValue, at: start)
                }
            }
        default: break
        }
    }
}
