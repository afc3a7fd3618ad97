import Countersign

/// A certificate: read, walked, judged as its own anchor, and judged below itself. Nothing may trap, and it must not be
/// trusted below an anchor that it isn't.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCertificates(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let certificate = try? Certificate(input.span) {
        var attributes = certificate.subject.attributes
        while attributes.next() != nil {}
        var names = certificate.subjectAlternativeNames
        while names.next() != nil {}
        _ = certificate.subject.matches(certificate.issuer)
    }
    let store = AnchorStore(derOrPEM: input)
    // The first half as the peer's, the whole as an issuer, and the other way round.
    let ranges = [
        ByteRange(start: 0, count: count), ByteRange(start: 0, count: count / 2), ByteRange(start: 0, count: count),
    ]
    for first in 0..<2 {
        let chain = CertificateList(in: input.span, at: ranges.span.extracting(first...))
        var trust = ServerTrust(
            certificateChain: chain, defaultAnchors: store.view, policy: .ssl(server: true, hostname: nil),
            verifyDate: UnixTime(seconds: 1_893_456_000))
        trust.policy.strength = .legacyDevices
        let isTrusted = (try? trust.evaluate()) != nil
        if isTrusted && store.count == 0 { fatalError("trusted without an anchor") }
    }
    return 0
}
