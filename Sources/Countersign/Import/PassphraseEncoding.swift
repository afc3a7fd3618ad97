/// How a passphrase becomes the octets that a key is derived from.
///
/// RFC 7292 appendix B.1 wants a BMPString with two zero octets after it, and RFC 8018 wants UTF-8; writers of files
/// have disagreed about the empty one and about characters outside ASCII.
enum PassphraseEncoding: Equatable, Sendable {
    /// UTF-16BE with surrogate pairs and a final 00 00 (RFC 7292 B.1). The empty passphrase gives 00 00.
    case bmpString
    /// No octets at all: "no passphrase", as .NET, GnuTLS and others write it.
    case none
    /// UTF-8 (RFC 8018 §3, RFC 9579).
    case utf8
    /// UTF-16BE without the final zeros: what old NSS fed to PBES2.
    case bmpStringUnterminated
    /// Every UTF-8 byte as one character and a final 00 00: OpenSSL before 1.1.
    case widenedBytes
    /// One octet for each character below U+0100.
    case latin1

    func encode(_ secret: borrowing SecretBytes) -> SecretBytes? {
        let passphrase = secret.span
        switch self {
        case .none: return SecretBytes(count: 0)
        case .utf8: return SecretBytes(copying: passphrase)
        case .bmpString: return Self.utf16(passphrase, terminated: true)
        case .bmpStringUnterminated: return Self.utf16(passphrase, terminated: false)
        case .widenedBytes:
            var output = Writer(capacity: passphrase.count * 2 + 2)
            for index in passphrase.indices { output.append(unit: UInt16(passphrase[index])) }
            output.append(unit: 0)
            return output.finish()
        case .latin1:
            var output = Writer(capacity: passphrase.count)
            var scalars = ScalarReader(passphrase)
            while let scalar = scalars.next() {
                guard scalar < 0x100 else { return nil }
                output.append(UInt8(scalar))
            }
            return output.finish()
        }
    }

    private static func utf16(_ passphrase: Span<UInt8>, terminated: Bool) -> SecretBytes {
        // A UTF-8 byte never becomes more than one UTF-16 unit.
        var output = Writer(capacity: passphrase.count * 2 + 2)
        var scalars = ScalarReader(passphrase)
        while let scalar = scalars.next() {
            if scalar >= 0x10000 {
                let offset = scalar - 0x10000
                output.append(unit: UInt16(0xD800 + (offset >> 10)))
                output.append(unit: UInt16(0xDC00 + (offset & 0x3FF)))
            } else {
                output.append(unit: UInt16(truncatingIfNeeded: scalar))
            }
        }
        if terminated { output.append(unit: 0) }
        return output.finish()
    }
}

/// Fills memory of a known size that is wiped later. What doesn't fit is left out.
private struct Writer: ~Copyable {
    private var bytes: SecretBytes
    private var count = 0

    init(capacity: Int) {
        bytes = SecretBytes(count: capacity)
    }

    mutating func append(_ byte: UInt8) {
        let position = count
        var target = bytes.mutableSpan
        guard position < target.count else { return }
        target[position] = byte
        count = position + 1
    }

    mutating func append(unit: UInt16) {
        append(UInt8(unit >> 8))
        append(UInt8(unit & 0xFF))
    }

    consuming func finish() -> SecretBytes {
        bytes.truncate(to: count)
        return bytes
    }
}

/// Unicode scalars of UTF-8 (RFC 3629); a byte that starts no well-formed sequence stands for the Latin-1 character.
private struct ScalarReader: ~Escapable {
    private let bytes: Span<UInt8>
    private var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    mutating func next() -> UInt32? {
        guard position < bytes.count else { return nil }
        let first = bytes[position]
        let (length, smallest): (Int, UInt32)
        switch first {
        case 0xC2...0xDF: (length, smallest) = (2, 0x80)
        case 0xE0...0xEF: (length, smallest) = (3, 0x800)
        case 0xF0...0xF4: (length, smallest) = (4, 0x10000)
        default: (length, smallest) = (1, 0)
        }
        var scalar = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
        var isWellFormed = bytes.count - position >= length
        var index = 1
        while isWellFormed, index < length {
            let byte = bytes[position + index]
            isWellFormed = byte & 0xC0 == 0x80
            scalar = scalar << 6 | UInt32(byte & 0x3F)
            index += 1
        }
        if !isWellFormed || scalar < smallest || scalar > 0x10FFFF || (0xD800...0xDFFF).contains(scalar) {
            position += 1
            return UInt32(first)
        }
        position += length
        return scalar
    }
}
