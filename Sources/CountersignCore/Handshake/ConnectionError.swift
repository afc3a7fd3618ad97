/// Why a connection failed: one reason, with what is known about it.
///
/// Counterpart: the NSError of a failed URLSession task, in place of -1200 and -999.
public struct ConnectionError: Error, Equatable, Sendable {
    public typealias Code = FailureCode

    public private(set) var code: Code

    /// The verdict, when `code` is `.trustRefused` or `.pinMismatch`.
    public var trust: TrustError?

    /// What was found and what was wanted, when `code` is `.pinMismatch`.
    public package(set) var pinFailure: (any PinFailure)?

    /// The fatal alert that the peer sent.
    public var alertReceived: Alert?

    /// The alert that told the peer.
    public var alertSent: Alert?

    /// Which of the peer's certificates mbedTLS could not read, the leaf being 0, when `code` is
    /// `.peerCertificateRefused`.
    public var certificateIndex: Int?

    /// mbedTLS's own number, or an errno when `code` is `.systemError`. For diagnostics: it differs between versions.
    public var native: Int32 = 0

    public init(_ code: Code) {
        self.code = code
    }

    /// The system refused, with this errno.
    public init(systemError native: Int32) {
        code = .systemError
        self.native = native
    }

    /// Equal when everything is, and the pin failure is the same one.
    public static func == (left: ConnectionError, right: ConnectionError) -> Bool {
        left.code == right.code && left.trust == right.trust && left.pinFailure === right.pinFailure
            && left.alertReceived == right.alertReceived && left.alertSent == right.alertSent
            && left.certificateIndex == right.certificateIndex && left.native == right.native
    }

    package init(_ error: ShimError) {
        code = error.code
        alertReceived = error.alertReceived
        alertSent = error.alertSent
        certificateIndex = error.certificateIndex
        native = error.native
    }

    /// The same, read in the light of what became of the server's question for a certificate: some alerts then say that
    /// it is missing or not liked. RFC 8446 §6.2 has an alert of its own for the former; TLS 1.2 has not.
    func interpreted(afterClientCertificate asked: HandshakeRecord.Challenge?) -> ConnectionError {
        guard code == .alertReceived, let asked, let alertReceived else { return self }
        var error = self
        switch alertReceived {
        case .certificateRequired: error.code = .clientCertificateRequired
        case .handshakeFailure where !asked.isIdentitySent: error.code = .clientCertificateRequired
        case .badCertificate, .unsupportedCertificate, .certificateRevoked, .certificateExpired, .certificateUnknown,
            .unknownCA, .accessDenied, .decryptError:
            error.code = asked.isIdentitySent ? .clientCertificateRejected : .clientCertificateRequired
        default: break
        }
        return error
    }
}
