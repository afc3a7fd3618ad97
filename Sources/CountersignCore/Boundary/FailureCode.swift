internal import CCountersign

/// Why a connection failed, as a stable number. A struct, since more reasons may come.
public struct FailureCode: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(_ code: ccountersign_code) {
        rawValue = Int32(bitPattern: code.rawValue)
    }

    private init(shim code: ccountersign_code) {
        rawValue = Int32(bitPattern: code.rawValue)
    }

    /// Nothing failed.
    public static let none = FailureCode(shim: CCOUNTERSIGN_OK)
    /// A value that cannot be used, such as a name that is no host name.
    public static let invalidArgument = FailureCode(shim: CCOUNTERSIGN_INVALID_ARGUMENT)
    public static let outOfMemory = FailureCode(shim: CCOUNTERSIGN_OUT_OF_MEMORY)
    /// The system gave no random numbers.
    public static let randomUnavailable = FailureCode(shim: CCOUNTERSIGN_RANDOM_UNAVAILABLE)
    /// The peer closed the transport without saying so in TLS: what came may be cut short.
    public static let endOfStream = FailureCode(shim: CCOUNTERSIGN_END_OF_STREAM)
    /// The peer ended it with a fatal alert.
    public static let alertReceived = FailureCode(shim: CCOUNTERSIGN_ALERT_RECEIVED)
    /// A message out of place; also renegotiation and TLS 1.3 key update, which mbedTLS does not do.
    public static let unexpectedMessage = FailureCode(shim: CCOUNTERSIGN_UNEXPECTED_MESSAGE)
    public static let malformedMessage = FailureCode(shim: CCOUNTERSIGN_MALFORMED_MESSAGE)
    /// A record with a bad MAC or length, or bytes that are no TLS at all.
    public static let recordRefused = FailureCode(shim: CCOUNTERSIGN_RECORD_REFUSED)
    public static let noCommonVersion = FailureCode(shim: CCOUNTERSIGN_NO_COMMON_VERSION)
    /// No cipher suite, group or signature scheme in common.
    public static let noCommonParameters = FailureCode(shim: CCOUNTERSIGN_NO_COMMON_PARAMETERS)
    /// No application protocol (ALPN) in common.
    public static let noCommonProtocol = FailureCode(shim: CCOUNTERSIGN_NO_COMMON_PROTOCOL)
    /// The peer did not prove that it has its certificate's key, or its Finished message is wrong.
    public static let peerSignatureInvalid = FailureCode(shim: CCOUNTERSIGN_PEER_SIGNATURE_INVALID)
    /// mbedTLS could not read one of the peer's certificates; `certificateIndex` says which.
    public static let peerCertificateRefused = FailureCode(shim: CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED)
    /// The peer sent no certificate.
    public static let peerCertificateMissing = FailureCode(shim: CCOUNTERSIGN_PEER_CERTIFICATE_MISSING)
    /// mbedTLS 3.6.6 refuses an RSA-PSS signature that it offered itself; TLS 1.2 alone avoids it.
    public static let signatureSchemeFault = FailureCode(shim: CCOUNTERSIGN_SIGNATURE_SCHEME_FAULT)
    /// The own certificate or key cannot be used, or not with this peer.
    public static let credentialRefused = FailureCode(shim: CCOUNTERSIGN_CREDENTIAL_REFUSED)
    /// The peer sent more handshake bytes than any honest one needs.
    public static let limitExceeded = FailureCode(shim: CCOUNTERSIGN_LIMIT_EXCEEDED)
    /// This side ended it.
    public static let aborted = FailureCode(shim: CCOUNTERSIGN_ABORTED)
    /// This mbedTLS lacks what was asked for.
    public static let unsupported = FailureCode(shim: CCOUNTERSIGN_UNSUPPORTED)
    /// A signature that was to be verified does not match.
    public static let signatureInvalid = FailureCode(shim: CCOUNTERSIGN_SIGNATURE_INVALID)
    public static let keyMalformed = FailureCode(shim: CCOUNTERSIGN_KEY_MALFORMED)
    /// The private key is not the certificate's.
    public static let keyMismatch = FailureCode(shim: CCOUNTERSIGN_KEY_MISMATCH)
    /// The private key is encrypted.
    public static let passphraseNeeded = FailureCode(shim: CCOUNTERSIGN_PASSPHRASE_NEEDED)
    public static let passphraseWrong = FailureCode(shim: CCOUNTERSIGN_PASSPHRASE_WRONG)
    /// No such host, or a file that is not there.
    public static let notFound = FailureCode(shim: CCOUNTERSIGN_NOT_FOUND)
    /// The deadline passed.
    public static let timedOut = FailureCode(shim: CCOUNTERSIGN_TIMED_OUT)
    /// The system refused; `native` is its errno.
    public static let systemError = FailureCode(shim: CCOUNTERSIGN_SYSTEM_ERROR)
    /// A number that mbedTLS was not known to return.
    public static let `internal` = FailureCode(shim: CCOUNTERSIGN_INTERNAL)

    // What the shim does not know of starts at 100.

    /// The server's trust was evaluated and refused; `trust` says why.
    public static let trustRefused = FailureCode(rawValue: 100)
    /// The handler answered a challenge with cancel or reject, with no credential for the server's trust, or threw.
    public static let cancelled = FailureCode(rawValue: 101)
    /// A credential for another challenge's trust, or of the wrong kind for this one.
    public static let credentialMismatch = FailureCode(rawValue: 102)
    /// The server asked for a client certificate, got none, and ended it. Counterpart: NSURLErrorClientCertificateRequired.
    public static let clientCertificateRequired = FailureCode(rawValue: 103)
    /// The server refused the client certificate that it was sent. Counterpart: NSURLErrorClientCertificateRejected.
    public static let clientCertificateRejected = FailureCode(rawValue: 104)
    /// The server's path has none of the keys or certificates that its host is pinned to, or there is no verified path;
    /// `pinFailure` tells more.
    public static let pinMismatch = FailureCode(rawValue: 105)
}
