extension Pin {
    /// Reads a pin: `sha256/…` (OkHttp), `sha256//…` (curl), `pin-sha256="…"` (RFC 7469), 32 octets in base64
    /// (TrustKit), base64url or hexadecimal digits, which may be separated by colons as fingerprints are.
    ///
    /// It is of the given kind. With `allowingLegacySHA1`, `sha1/…` is read too, as OkHttp still does.
    /// Throws `.malformedPin`, `.unknownDigest`, `.legacyDigest`, `.wrongLength`, naming the pin.
    public init(_ text: String, kind: Kind = .publicKey, allowingLegacySHA1: Bool = false) throws(PinningError) {
        var body = Array(text.utf8)[...]
        var isSHA1 = false
        if let directive = PinText.unquoted(body) {
            body = directive
        } else if let slash = body.firstIndex(of: UInt8(ascii: "/")),
            let digest = PinText.digestName(body[..<slash])
        {
            if digest == "sha256" || digest == "sha1" {
                isSHA1 = digest == "sha1"
                body = body[(slash + 1)...]
            } else if PinText.octets(body, digestCount: 32)?.count != 32 {
                // One digest in a hundred begins, in base64, as if with another digest's name.
                throw PinningError(.unknownDigest, text, "'" + digest + "' is no digest for pins; use sha256")
            }
        }
        guard !isSHA1 || allowingLegacySHA1 else {
            throw PinningError(.legacyDigest, text, "a SHA-1 pin; pin the SHA-256 of the same key")
        }
        guard !isSHA1 || kind != .certificate else {
            throw PinningError(.legacyDigest, text, "certificates are pinned by SHA-256 alone")
        }
        let count = isSHA1 ? 20 : 32
        var octets = PinText.octets(body, digestCount: count)
        // curl writes two slashes; but base64 may begin with one.
        if octets?.count != count, body.first == UInt8(ascii: "/") {
            octets = PinText.octets(body.dropFirst(), digestCount: count) ?? octets
        }
        guard let octets else { throw PinningError(.malformedPin, text, "neither base64 nor hexadecimal digits") }
        guard octets.count == count else {
            throw PinningError(
                .wrongLength, text, String(octets.count) + " octets, where a digest has " + String(count))
        }
        if isSHA1 {
            self.init(legacySHA1: InlineArray<20, UInt8> { octets[$0] })
        } else {
            let digest = SHA256Digest { octets[$0] }
            self = kind == .certificate ? Pin(certificateSHA256: digest) : Pin(sha256: digest)
        }
    }

    /// For each pin whether the same one stands before it. Linear, apart from sorting.
    static func repetitions(in pins: [Pin]) -> [Bool] {
        var result = pins.map { _ in false }
        let sorted = pins.indices.sorted { left, right in
            pins[left] == pins[right] ? left < right : Pin.precedes(pins[left], pins[right])
        }
        for (one, next) in zip(sorted, sorted.dropFirst()) where pins[one] == pins[next] { result[next] = true }
        return result
    }

    /// The digest's octets.
    private var octets: Span<UInt8> {
        @_lifetime(borrow self)
        get { digest.span.extracting(first: kind == .legacyPublicKey ? 20 : 32) }
    }

    /// `sha256/…` as OkHttp and this library write it, `sha1/…` of a legacy pin.
    public var text: String { (kind == .legacyPublicKey ? "sha1/" : "sha256/") + base64 }

    /// `sha256//…`, for curl's --pinnedpubkey.
    public var curlText: String { (kind == .legacyPublicKey ? "sha1//" : "sha256//") + base64 }

    /// `pin-sha256="…"` (RFC 7469 §2.1).
    public var headerText: String {
        (kind == .legacyPublicKey ? "pin-sha1=\"" : "pin-sha256=\"") + base64 + "\""
    }

    /// The digest in base64 alone, as TrustKit and NSPinnedDomains have it.
    public var base64: String { String(decoding: base64Encoded(octets), as: UTF8.self) }

    /// The digest in lower-case hexadecimal digits.
    public var hexadecimal: String { Hexadecimal.text(octets) }

    /// The digest in base64url without padding (RFC 4648 §5).
    public var base64URL: String {
        let text = base64.utf8.map { octet -> UInt8 in
            octet == UInt8(ascii: "+") ? UInt8(ascii: "-") : octet == UInt8(ascii: "/") ? UInt8(ascii: "_") : octet
        }
        return String(decoding: text.filter { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
}

/// The parts of a pin's text.
enum PinText {
    /// What is between the quotes of `pin-sha256="…"`.
    static func unquoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let prefix = Array("pin-sha256=\"".utf8)
        guard text.starts(with: prefix), text.last == UInt8(ascii: "\""), text.count > prefix.count else { return nil }
        return text.dropFirst(prefix.count).dropLast()
    }

    /// What stands before a slash, if it looks like a digest's name and not like the start of base64.
    static func digestName(_ text: ArraySlice<UInt8>) -> String? {
        guard (2...10).contains(text.count) else { return nil }
        let isName = text.allSatisfy { octet in
            (0x61...0x7a).contains(octet) || (0x30...0x39).contains(octet) || octet == UInt8(ascii: "-")
        }
        return isName ? String(decoding: text, as: UTF8.self) : nil
    }

    /// Decodes hexadecimal digits if there are as many as the digest has, else base64 in either alphabet, padded or not.
    static func octets(_ text: ArraySlice<UInt8>, digestCount: Int) -> [UInt8]? {
        let digits = text.filter { $0 != UInt8(ascii: ":") }
        if digits.count == 2 * digestCount, let octets = Hexadecimal.octets(digits) { return octets }
        var decoder = Base64Decoder()
        var octets: [UInt8] = []
        func take(_ step: Base64Decoder.Step) -> Bool {
            switch step {
            case .more: return true
            case .refused: return false
            case .bytes(let bits, let count):
                for index in 0..<count {
                    octets.append(UInt8(truncatingIfNeeded: bits >> UInt32(8 * (count - 1 - index))))
                }
                return true
            }
        }
        for octet in text {
            let plain: UInt8 = octet == UInt8(ascii: "-") ? 0x2b : octet == UInt8(ascii: "_") ? 0x2f : octet
            guard take(decoder.feed(plain)) else { return nil }
        }
        if decoder.isInGroup { guard take(decoder.finishUnpadded()) else { return nil } }
        return octets.isEmpty ? nil : octets
    }
}
