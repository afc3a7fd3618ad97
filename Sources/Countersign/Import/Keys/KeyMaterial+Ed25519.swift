extension KeyMaterial {
    /// The public key of an Ed25519 seed (RFC 8032 §5.1.5; its place in PKCS #8: RFC 8410 §7). mbedTLS has no Ed25519;
    /// such stores are imported for conversion and for a clear answer when they are offered to a peer.
    func deriveEd25519() throws(ImportError) -> [UInt8] {
        var reader = BERReader(inner.span)
        let seed = try reader.octetString("Ed25519 seed")
        guard seed.count == 32 else { throw ImportError(.malformed, "an Ed25519 seed of \(seed.count) bytes") }
        var hash = SecretBytes(count: 64)
        var hashSpan = hash.mutableSpan
        guard digest(.sha512, of: seed.span, into: &hashSpan) == 64 else {
            throw ImportError(.unsupportedAlgorithm, "Ed25519: this mbedTLS lacks SHA-512")
        }
        hashSpan[0] &= 0xF8
        hashSpan[31] = hashSpan[31] & 0x7F | 0x40
        guard let curve = Edwards25519() else {
            throw ImportError(.unsupportedAlgorithm, "Ed25519")
        }
        let scalar = hash.span
        return subjectPublicKeyInfo([0] + curve.encodedMultiple(scalar.extracting(0..<32)))
    }
}

/// The curve of RFC 8032 §5.1, as far as deriving a public key takes. Not constant in time, like the arithmetic.
private struct Edwards25519 {
    /// Extended homogeneous coordinates (§5.1.4).
    struct Point {
        var x, y, z, t: [UInt32]
    }

    private static let prime: [UInt8] = [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xED]
    private static let twoLessThanPrime: [UInt8] = [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xEB]
    private static let d: [UInt8] = [
        0x52, 0x03, 0x6C, 0xEE, 0x2B, 0x6F, 0xFE, 0x73, 0x8C, 0xC7, 0x40, 0x79, 0x77, 0x79, 0xE8, 0x98,
        0x00, 0x70, 0x0A, 0x4D, 0x41, 0x41, 0xD8, 0xAB, 0x75, 0xEB, 0x4D, 0xCA, 0x13, 0x59, 0x78, 0xA3,
    ]
    private static let baseX: [UInt8] = [
        0x21, 0x69, 0x36, 0xD3, 0xCD, 0x6E, 0x53, 0xFE, 0xC0, 0xA4, 0xE2, 0x31, 0xFD, 0xD6, 0xDC, 0x5C,
        0x69, 0x2C, 0xC7, 0x60, 0x95, 0x25, 0xA7, 0xB2, 0xC9, 0x56, 0x2D, 0x60, 0x8F, 0x25, 0xD5, 0x1A,
    ]
    private static let baseY: [UInt8] = [UInt8](repeating: 0x66, count: 31) + [0x58]

    private let field: ModularArithmetic
    private let doubledD: [UInt32]

    init?() {
        guard let field = ModularArithmetic(modulus: Self.prime.span) else { return nil }
        self.field = field
        let d = field.reduced(Self.d.span)
        doubledD = field.sum(d, d)
    }

    /// The encoding (§5.1.2) of a little-endian multiple of the base point.
    func encodedMultiple(_ scalar: Span<UInt8>) -> [UInt8] {
        let x = field.reduced(Self.baseX.span)
        let y = field.reduced(Self.baseY.span)
        let base = Point(x: x, y: y, z: field.one, t: field.product(x, y))
        let zero = field.difference(field.one, field.one)
        var result = Point(x: zero, y: field.one, z: field.one, t: zero)
        for index in scalar.indices.reversed() {
            for bit in (0..<8).reversed() {
                result = sum(result, result)
                if scalar[index] >> UInt8(bit) & 1 == 1 { result = sum(result, base) }
            }
        }
        let inverse = field.power(result.z, Self.twoLessThanPrime.span)
        let affineX = field.octets(field.product(result.x, inverse))
        let affineY = field.octets(field.product(result.y, inverse))
        var encoded = [UInt8](repeating: 0, count: 32)
        for (place, octet) in affineY.reversed().enumerated() where place < 32 { encoded[place] = octet }
        encoded[31] |= (affineX[affineX.count - 1] & 1) << 7
        return encoded
    }

    /// §5.1.4; complete, so it doubles too.
    private func sum(_ p: Point, _ q: Point) -> Point {
        let a = field.product(field.difference(p.y, p.x), field.difference(q.y, q.x))
        let b = field.product(field.sum(p.y, p.x), field.sum(q.y, q.x))
        let c = field.product(field.product(p.t, doubledD), q.t)
        let zz = field.product(p.z, q.z)
        let d = field.sum(zz, zz)
        let (e, f, g, h) = (field.difference(b, a), field.difference(d, c), field.sum(d, c), field.sum(b, a))
        return Point(x: field.product(e, f), y: field.product(g, h), z: field.product(f, g), t: field.product(e, h))
    }
}
