/// The certificates of a file, DER, in the file's order: all CERTIFICATE blocks of a PEM file, or certificates in DER
/// one after the other. Told by content, whatever the name ends in (.cer, .crt, .der, .pem).
///
/// Only their outer form is looked at. Throws `noCertificate` when the file holds something else, and `malformed`.
/// Linear in the file's size.
///
/// Counterpart: SecCertificateCreateWithData, which takes one certificate in DER and answers nil for PEM.
@export(interface)
public func importCertificates(_ file: [UInt8]) throws(ImportError) -> [[UInt8]] {
    var certificates: [[UInt8]] = []
    if PEMDocument.isPEM(file) {
        var scanner = PEMScanner(file.span, strictness: .standard)
        while let block = try scanner.next() {
            let label = asciiString(file.span.extracting(block.label))
            // RFC 7468 §5.1 asks for CERTIFICATE and mentions the others; OpenSSL's trusted form appends its settings.
            let isTrusted = sameBytes(label, "TRUSTED CERTIFICATE")
            let known = ["CERTIFICATE", "X509 CERTIFICATE", "X.509 CERTIFICATE"]
            guard isTrusted || known.contains(where: { sameBytes($0, label) }) else { continue }
            let contents = try block.decode(file.span, strictness: .standard)
            var der = BERReader(contents.span)
            let element = try der.next(.sequence, "certificate")
            guard isTrusted || der.isAtEnd else {
                throw ImportError(.malformed, "PEM: more than one certificate in a block", at: block.start)
            }
            certificates.append(try StoredCertificate(der.copy(element.whole)).der)
        }
    } else if FileForm(sniffing: file) == .certificate {
        var reader = BERReader(file.span)
        while !reader.isAtEnd {
            let element = try reader.next(.sequence, "certificate")
            certificates.append(try StoredCertificate(reader.copy(element.whole)).der)
        }
    }
    guard !certificates.isEmpty else { throw ImportError(.noCertificate, "the file holds no certificate") }
    return certificates
}
