/// Bytes as hexadecimal digits.
enum Hexadecimal {
    /// The bytes that an even number of digits in either case stands for; nil for anything else.
    static func octets(_ digits: some Collection<UInt8>) -> [UInt8]? {
        var octets: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x41...0x46: value = digit - 0x37
            case 0x61...0x66: value = digit - 0x57
            default: return nil
            }
            if let first = high {
                octets.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? octets : nil
    }

    /// In lower case.
    static func text(_ bytes: Span<UInt8>) -> String {
        let digits: [UInt8] = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for index in bytes.indices {
            text.append(digits[Int(bytes[index] >> 4)])
            text.append(digits[Int(bytes[index] & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
