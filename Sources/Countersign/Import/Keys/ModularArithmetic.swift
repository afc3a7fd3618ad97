/// Arithmetic modulo an odd number, in Montgomery's form (Handbook of Applied Cryptography §14.3.2), for deriving
/// public keys that mbedTLS can't. Not constant in time: it works on files at rest, never for a peer.
struct ModularArithmetic {
    /// Little-endian limbs.
    private let modulus: [UInt32]
    /// -modulus⁻¹ mod 2³².
    private let inverse: UInt32
    /// R² mod modulus, R = 2^(32·limbs).
    private let squaredRadix: [UInt32]

    /// Nil when the modulus is even or less than 3.
    init?(modulus bytes: Span<UInt8>) {
        let limbs = Self.limbs(bytes)
        guard let low = limbs.first, low & 1 == 1, limbs.count > 1 || low >= 3 else { return nil }
        var candidate: UInt32 = 1
        for _ in 0..<5 { candidate = candidate &* (2 &- low &* candidate) }
        modulus = limbs
        inverse = 0 &- candidate
        var square = [UInt32](repeating: 0, count: limbs.count)
        square[0] = 1
        for _ in 0..<(64 * limbs.count) { Self.double(&square, limbs) }
        squaredRadix = square
    }

    /// A big-endian number modulo the modulus, in Montgomery's form.
    func reduced(_ bytes: Span<UInt8>) -> [UInt32] {
        var value = [UInt32](repeating: 0, count: modulus.count)
        for index in bytes.indices {
            for bit in (0..<8).reversed() {
                Self.double(&value, modulus)
                if bytes[index] >> UInt8(bit) & 1 == 1 { Self.increment(&value, modulus) }
            }
        }
        return product(value, squaredRadix)
    }

    /// base to a big-endian power, in Montgomery's form as base is.
    func power(_ base: [UInt32], _ exponent: Span<UInt8>) -> [UInt32] {
        var result = one
        for index in exponent.indices {
            for bit in (0..<8).reversed() {
                result = product(result, result)
                if exponent[index] >> UInt8(bit) & 1 == 1 { result = product(result, base) }
            }
        }
        return result
    }

    /// 1 in Montgomery's form.
    var one: [UInt32] { product(plainOne, squaredRadix) }

    private var plainOne: [UInt32] {
        var value = [UInt32](repeating: 0, count: modulus.count)
        value[0] = 1
        return value
    }

    /// Big-endian octets, without leading zeros but at least one, of a number in Montgomery's form.
    func octets(_ value: [UInt32]) -> [UInt8] { Self.octets(product(value, plainOne)) }

    func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var result = a
        var carry: UInt64 = 0
        for index in result.indices {
            let term = UInt64(a[index]) + UInt64(b[index]) + carry
            result[index] = UInt32(truncatingIfNeeded: term)
            carry = term >> 32
        }
        if carry != 0 || !Self.isLess(result, modulus) { Self.subtract(&result, modulus) }
        return result
    }

    func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var negated = modulus
        Self.subtract(&negated, b)
        return sum(a, negated)
    }

    /// a·b·R⁻¹ mod modulus (coarsely integrated operand scanning): the product in Montgomery's form.
    func product(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        let count = modulus.count
        var sum = [UInt32](repeating: 0, count: count + 2)
        for i in 0..<count {
            var carry: UInt64 = 0
            for j in 0..<count {
                let term = UInt64(sum[j]) + UInt64(a[j]) * UInt64(b[i]) + carry
                sum[j] = UInt32(truncatingIfNeeded: term)
                carry = term >> 32
            }
            var top = UInt64(sum[count]) + carry
            sum[count] = UInt32(truncatingIfNeeded: top)
            sum[count + 1] = UInt32(top >> 32)
            let factor = sum[0] &* inverse
            carry = (UInt64(sum[0]) + UInt64(factor) * UInt64(modulus[0])) >> 32
            for j in 1..<max(1, count) {
                let term = UInt64(sum[j]) + UInt64(factor) * UInt64(modulus[j]) + carry
                sum[j - 1] = UInt32(truncatingIfNeeded: term)
                carry = term >> 32
            }
            top = UInt64(sum[count]) + carry
            sum[count - 1] = UInt32(truncatingIfNeeded: top)
            sum[count] = sum[count + 1] &+ UInt32(top >> 32)
        }
        var result = [UInt32](sum[0..<count])
        if sum[count] != 0 || !Self.isLess(result, modulus) { Self.subtract(&result, modulus) }
        return result
    }

    private static func limbs(_ bytes: Span<UInt8>) -> [UInt32] {
        var start = 0
        while start < bytes.count, bytes[start] == 0 { start += 1 }
        var limbs = [UInt32](repeating: 0, count: (bytes.count - start + 3) / 4)
        for index in start..<bytes.count {
            let place = bytes.count - 1 - index
            limbs[place / 4] |= UInt32(bytes[index]) << UInt32(8 * (place % 4))
        }
        return limbs
    }

    private static func octets(_ limbs: [UInt32]) -> [UInt8] {
        var bytes: [UInt8] = []
        for limb in limbs.reversed() {
            for shift in [24, 16, 8, 0] as [UInt32] {
                let byte = UInt8(limb >> shift & 0xFF)
                if byte != 0 || !bytes.isEmpty { bytes.append(byte) }
            }
        }
        return bytes.isEmpty ? [0] : bytes
    }

    private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        for index in a.indices.reversed() where a[index] != b[index] { return a[index] < b[index] }
        return false
    }

    private static func subtract(_ a: inout [UInt32], _ b: [UInt32]) {
        var borrow: UInt64 = 0
        for index in a.indices {
            let difference = UInt64(a[index]) &- UInt64(b[index]) &- borrow
            a[index] = UInt32(truncatingIfNeeded: difference)
            borrow = difference >> 63
        }
    }

    private static func double(_ a: inout [UInt32], _ modulus: [UInt32]) {
        var carry: UInt32 = 0
        for index in a.indices {
            let limb = a[index]
            a[index] = limb << 1 | carry
            carry = limb >> 31
        }
        if carry != 0 || !isLess(a, modulus) { subtract(&a, modulus) }
    }

    private static func increment(_ a: inout [UInt32], _ modulus: [UInt32]) {
        var index = 0
        var carry = true
        while carry, index < a.count {
            a[index] = a[index] &+ 1
            carry = a[index] == 0
            index += 1
        }
        if carry || !isLess(a, modulus) { subtract(&a, modulus) }
    }
}
