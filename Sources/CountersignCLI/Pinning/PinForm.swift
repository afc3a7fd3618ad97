import Countersign

/// A way to write a pin.
enum PinForm: CaseIterable {
    case okHTTP, curl, header, base64, hex, base64URL, sha1, certificate

    var name: String {
        switch self {
        case .okHTTP: "okhttp"
        case .curl: "curl"
        case .header: "header"
        case .base64: "base64"
        case .hex: "hex"
        case .base64URL: "base64url"
        case .sha1: "sha1"
        case .certificate: "certificate"
        }
    }

    static var names: String { allCases.map { $0.name }.joined(separator: ", ") }

    init(_ text: String) throws(UsageError) {
        guard let form = PinForm.allCases.first(where: { $0.name.utf8.elementsEqual(text.utf8) }) else {
            throw UsageError("'" + text + "' is none of " + PinForm.names)
        }
        self = form
    }

    /// Nil where the subject has none, such as a key the fingerprint of a certificate.
    func text(_ subject: PinSubject) -> String? {
        let pin = subject.publicKeyPin
        return switch self {
        case .okHTTP: pin.text
        case .curl: pin.curlText
        case .header: pin.headerText
        case .base64: pin.base64
        case .hex: pin.hexadecimal
        case .base64URL: pin.base64URL
        case .sha1: subject.legacyPin?.text
        case .certificate: subject.certificatePin.map { "certificate/" + $0.text }
        }
    }
}
