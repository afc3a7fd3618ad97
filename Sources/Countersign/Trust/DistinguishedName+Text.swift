extension DistinguishedName {
    /// The name in words, the most specific part first (RFC 4514 §2.1). Attributes that have no short name are written
    /// with their dotted number; what is not printable as a question mark. For people, not for comparisons.
    public var text: String {
        var parts: [String] = []
        var remaining = attributes
        while let attribute = remaining.next() {
            parts.append(attribute.type.attributeName + "=" + value(attribute))
        }
        return parts.isEmpty ? "(no name)" : parts.reversed().joined(separator: ",")
    }

    private func value(_ attribute: Attribute) -> String {
        let start = Int(attribute.value.start)
        guard attribute.value.end <= bytes.count else { return "" }
        var units: [UInt8] = []
        // BMPString is two octets a character; Latin letters are shown, the rest as question marks.
        let step = attribute.tag == 30 ? 2 : 1
        var index = start + (step - 1)
        while index < attribute.value.end {
            let isLatin = step == 1 || bytes[index - 1] == 0
            units.append(isLatin ? bytes[index] : 0x3F)
            index += step
        }
        return PrintableText.text(units, isUTF8: attribute.tag == 12)
    }
}

/// Bytes of a peer, made harmless for a terminal or a log.
enum PrintableText {
    /// RFC 4514's special characters get a backslash. Control characters, marks that turn the direction of writing, and
    /// all but ASCII where the encoding is unknown become question marks.
    static func text(_ bytes: [UInt8], isUTF8: Bool) -> String {
        var clean: [UInt8] = []
        for byte in bytes {
            switch byte {
            case 0x2C, 0x2B, 0x22, 0x5C, 0x3C, 0x3E, 0x3B, 0x3D: clean += [0x5C, byte]
            case 0x20..<0x7F: clean.append(byte)
            case 0x80...: clean.append(isUTF8 ? byte : 0x3F)
            default: clean.append(0x3F)
            }
        }
        // Decoding repairs invalid UTF-8.
        var text = ""
        for scalar in String(decoding: clean, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069: text.unicodeScalars.append("?")
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
