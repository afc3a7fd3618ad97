/// An object identifier as its encoded octets.
struct ObjectID: Equatable {
    let octets: [UInt8]

    init(_ octets: [UInt8]) {
        self.octets = octets
    }

    init(_ contents: Span<UInt8>) {
        octets = BERReader(contents).copy(0..<contents.count)
    }

    /// Dotted decimal. Arcs beyond 64 bits, which nobody has assigned, are cut.
    var dotted: String {
        var text = ""
        var arc: UInt64 = 0
        var isFirst = true
        for octet in octets {
            arc = arc << 7 | UInt64(octet & 0x7F)
            guard octet & 0x80 == 0 else { continue }
            if isFirst {
                let root = min(arc / 40, 2)
                text = "\(root).\(arc - root * 40)"
                isFirst = false
            } else {
                text += ".\(arc)"
            }
            arc = 0
        }
        return text
    }

    /// `1.2.840.113549.1`
    private static let pkcs: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]

    /// Below `pkcs-n`.
    static func pkcs(_ arcs: UInt8...) -> ObjectID { ObjectID(pkcs + arcs) }

    /// Whether it is below `pkcs-n`, and if so the rest.
    func isBelowPKCS(_ arcs: [UInt8]) -> Bool {
        octets.starts(with: Self.pkcs + arcs)
    }
}
