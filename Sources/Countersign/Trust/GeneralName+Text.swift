extension GeneralName {
    /// The name in words with its kind in front. `der` is the buffer that it was read from.
    public func text(in der: Span<UInt8>) -> String {
        guard contents.end <= der.count else { return "" }
        let bytes = der.extracting(Int(contents.start)..<contents.end)
        switch kind {
        case .dnsName: return "DNS " + GeneralName.ascii(bytes)
        case .rfc822Name: return "email " + GeneralName.ascii(bytes)
        case .uniformResourceIdentifier: return "URI " + GeneralName.ascii(bytes)
        case .ipAddress: return "IP " + IPText.text(bytes)
        case .registeredID: return "ID " + ObjectIdentifier(bytes).text
        case .directoryName: return "directory name"
        case .otherName: return "other name"
        case .x400Address: return "X.400 address"
        case .ediPartyName: return "EDI party name"
        }
    }

    private static func ascii(_ bytes: Span<UInt8>) -> String {
        var copy: [UInt8] = []
        for index in bytes.indices {
            let byte = bytes[index]
            copy.append(byte > 0x20 && byte < 0x7F ? byte : 0x3F)
        }
        return String(decoding: copy, as: UTF8.self)
    }
}

/// IP addresses in words.
enum IPText {
    /// Four octets dotted; sixteen as RFC 5952 writes IPv6. Anything else is no address.
    static func text(_ octets: Span<UInt8>) -> String {
        switch octets.count {
        case 4:
            return octets.indices.map { String(octets[$0]) }.joined(separator: ".")
        case 16:
            return version6((0..<8).map { UInt16(octets[$0 * 2]) << 8 | UInt16(octets[$0 * 2 + 1]) })
        default:
            return "(no address)"
        }
    }

    /// RFC 5952 §4: no leading zeros, and "::" for the first longest run of at least two zero groups.
    private static func version6(_ groups: [UInt16]) -> String {
        var best = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            if end - start >= 2, end - start > best.count { best = start..<end }
            start = max(end, start + 1)
        }
        let hex = groups.map { String($0, radix: 16) }
        guard !best.isEmpty else { return hex.joined(separator: ":") }
        return hex[..<best.lowerBound].joined(separator: ":") + "::" + hex[best.upperBound...].joined(separator: ":")
    }
}
