extension ConnectionError: CustomStringConvertible {
    /// What happened, in a sentence without a full stop. A verdict is put into words by `TrustError.text`.
    public var text: String {
        var text = reason
        if let alertReceived { text += "; the server sent the alert " + alertReceived.text }
        return text
    }

    public var description: String { text }

    private var reason: String {
        switch code {
        case .none: return "nothing failed"
        case .invalidArgument: return "a value that cannot be used"
        case .outOfMemory: return "out of memory"
        case .randomUnavailable: return "the system gives no random numbers"
        case .endOfStream: return "the server closed the connection without a word in TLS"
        case .alertReceived: return alertMeaning
        case .unexpectedMessage: return "the server sent a message out of place"
        case .malformedMessage: return "the server sent a message that cannot be read"
        case .recordRefused: return "the server sent something that is no valid TLS record"
        case .noCommonVersion: return "no version of TLS in common with the server"
        case .noCommonParameters: return "no cipher suite, group or signature scheme in common with the server"
        case .noCommonProtocol: return "no application protocol (ALPN) in common with the server"
        case .peerSignatureInvalid: return "the server did not prove that it holds its certificate's key"
        case .peerCertificateRefused:
            let index = certificateIndex ?? 0
            return "the server's certificate " + String(index) + " cannot be read by mbedTLS"
        case .peerCertificateMissing: return "the server sent no certificate"
        case .signatureSchemeFault:
            return "mbedTLS refused a signature scheme that it had offered itself; offering TLS 1.2 alone avoids it"
        case .credentialRefused: return "the client's certificate or key cannot be used with this server"
        case .limitExceeded: return "the server sent far more than a handshake needs"
        case .aborted: return "the handshake was given up"
        case .unsupported: return "this mbedTLS (" + LibraryVersion.text + ") lacks what was asked for"
        case .keyMalformed: return "a key that cannot be read"
        case .signatureInvalid: return "a signature that does not verify"
        case .passphraseNeeded: return "the private key is encrypted, and there is no passphrase"
        case .passphraseWrong: return "the passphrase does not open the private key"
        case .keyMismatch: return "the private key is not the certificate's"
        case .notFound: return "no such host"
        case .timedOut: return "the deadline passed"
        case .systemError: return systemText
        case .trustRefused: return "the server's trust was refused"
        case .pinMismatch: return pinMeaning
        case .cancelled: return "the challenge was cancelled"
        case .clientCertificateRequired: return "the server requires a client certificate and got none"
        case .clientCertificateRejected: return "the server refused the client's certificate"
        case .credentialMismatch: return "the answer's credential does not belong to the challenge"
        default: return "mbedTLS reported something unknown (" + nativeText + ")"
        }
    }

    /// Some alerts say more than that there was one.
    private var alertMeaning: String {
        switch alertReceived {
        case .protocolVersion?: "no version of TLS in common with the server"
        case .handshakeFailure?, .insufficientSecurity?:
            "the server found no acceptable parameters"
        case .unrecognizedName?: "the server does not serve that name"
        case .noApplicationProtocol?: "no application protocol (ALPN) in common with the server"
        default: "the server ended the handshake"
        }
    }

    /// What was found and what was wanted: the way to learn a server's pins, too.
    private var pinMeaning: String {
        guard let failure = pinFailure else { return "the server has none of the keys that its host is pinned to" }
        let wanted = failure.wantedPins.map { $0.text }.joined(separator: ", ")
        guard !failure.pathPins.isEmpty else {
            return "no verified path to compare with the pins of " + failure.pattern + " (" + wanted + ")"
        }
        return "none of the path's keys (" + failure.pathPins.map { $0.text }.joined(separator: ", ")
            + ") is pinned for " + failure.pattern + " (" + wanted + ")"
    }

    private var systemText: String {
        var bytes = [UInt8](repeating: 0, count: 128)
        var span = bytes.mutableSpan
        let count = System.errorText(native, into: &span)
        return String(decoding: bytes[..<min(count, bytes.count)], as: UTF8.self)
    }

    /// mbedTLS's own words for `native`, or an empty text. For diagnostics.
    public var nativeText: String {
        guard native != 0, code != .systemError else { return "" }
        var bytes = [UInt8](repeating: 0, count: 160)
        var span = bytes.mutableSpan
        let count = Library.nativeText(native, into: &span)
        return String(decoding: bytes[..<min(count, bytes.count)], as: UTF8.self)
    }
}

extension Alert {
    /// The name with its number, such as "unknown_ca (48)".
    public var text: String { name.description + " (" + String(rawValue) + ")" }
}
