import Countersign

struct Tally {
    var readable = 0
    var trusted = 0
    var wronglyTrusted = 0
}

/// What each input is given to.
enum Targets {
    static func run(_ input: [UInt8], original: [UInt8], _ tally: inout Tally) {
        if readsCertificate(input) { tally.readable += 1 }
        readNames(input)
        _ = AnchorStore(derOrPEM: input).count
        _ = AnchorStore(derOrPEM: pem(input)).count
        // By itself it is an anchor; below the certificate that it was made from it must not be trusted.
        if isTrusted([input, original], anchors: [input]) { tally.trusted += 1 }
        if input != original, isTrusted([input, original], anchors: [original]) { tally.wronglyTrusted += 1 }
    }

    private static func readsCertificate(_ input: [UInt8]) -> Bool {
        guard let certificate = try? Certificate(input.span) else { return false }
        var attributes = certificate.subject.attributes
        while attributes.next() != nil {}
        var names = certificate.subjectAlternativeNames
        while names.next() != nil {}
        _ = certificate.subject.matches(certificate.issuer)
        return true
    }

    private static func readNames(_ input: [UInt8]) {
        for start in stride(from: 0, to: min(input.count, 200), by: 8) {
            let part = input.span.extracting(start..<min(start + 40, input.count))
            _ = try? DistinguishedName(part)
            guard let identifier = ReferenceIdentifier(host: part) else { continue }
            for kind in [GeneralName.Kind.dnsName, .ipAddress, .rfc822Name, .uniformResourceIdentifier] {
                _ = PresentedIdentifiers.match(part, kind, identifier)
            }
        }
    }

    private static func isTrusted(_ chain: [[UInt8]], anchors: [[UInt8]]) -> Bool {
        var buffer: [UInt8] = []
        var ranges: [ByteRange] = []
        for der in chain {
            ranges.append(ByteRange(start: buffer.count, count: der.count))
            buffer += der
        }
        let store = AnchorStore(certificates: anchors)
        var trust = ServerTrust(
            certificateChain: CertificateList(in: buffer.span, at: ranges.span), defaultAnchors: store.view,
            policy: .ssl(server: true, hostname: nil), verifyDate: UnixTime(seconds: 1_893_456_000))
        return (try? trust.evaluate()) != nil
    }

    private static func pem(_ input: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text = Array("-----BEGIN CERTIFICATE-----\n".utf8)
        for index in stride(from: 0, to: input.count, by: 3) {
            var bits = UInt32(input[index]) << 16
            if index + 1 < input.count { bits |= UInt32(input[index + 1]) << 8 }
            if index + 2 < input.count { bits |= UInt32(input[index + 2]) }
            for shift in [UInt32(18), 12, 6, 0] { text.append(alphabet[Int(bits >> shift & 63)]) }
            if index / 3 % 16 == 15 { text.append(0x0a) }
        }
        return text + Array("\n-----END CERTIFICATE-----\n".utf8)
    }
}
