/// A TLS alert's description (RFC 8446 §6): what one side tells the other when it gives up.
public struct Alert: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init?(wire: Int32) {
        guard let value = UInt8(exactly: wire) else { return nil }
        rawValue = value
    }

    public static let closeNotify = Alert(rawValue: 0)
    public static let unexpectedMessage = Alert(rawValue: 10)
    public static let badRecordMAC = Alert(rawValue: 20)
    public static let recordOverflow = Alert(rawValue: 22)
    public static let handshakeFailure = Alert(rawValue: 40)
    public static let badCertificate = Alert(rawValue: 42)
    public static let unsupportedCertificate = Alert(rawValue: 43)
    public static let certificateRevoked = Alert(rawValue: 44)
    public static let certificateExpired = Alert(rawValue: 45)
    public static let certificateUnknown = Alert(rawValue: 46)
    public static let illegalParameter = Alert(rawValue: 47)
    public static let unknownCA = Alert(rawValue: 48)
    public static let accessDenied = Alert(rawValue: 49)
    public static let decodeError = Alert(rawValue: 50)
    public static let decryptError = Alert(rawValue: 51)
    public static let protocolVersion = Alert(rawValue: 70)
    public static let insufficientSecurity = Alert(rawValue: 71)
    public static let internalError = Alert(rawValue: 80)
    public static let userCanceled = Alert(rawValue: 90)
    public static let noRenegotiation = Alert(rawValue: 100)
    public static let missingExtension = Alert(rawValue: 109)
    public static let unsupportedExtension = Alert(rawValue: 110)
    public static let unrecognizedName = Alert(rawValue: 112)
    public static let certificateRequired = Alert(rawValue: 116)
    public static let noApplicationProtocol = Alert(rawValue: 120)

    /// The name as RFC 8446 §6 spells it.
    public var name: StaticString {
        switch rawValue {
        case 0: "close_notify"
        case 10: "unexpected_message"
        case 20: "bad_record_mac"
        case 22: "record_overflow"
        case 40: "handshake_failure"
        case 42: "bad_certificate"
        case 43: "unsupported_certificate"
        case 44: "certificate_revoked"
        case 45: "certificate_expired"
        case 46: "certificate_unknown"
        case 47: "illegal_parameter"
        case 48: "unknown_ca"
        case 49: "access_denied"
        case 50: "decode_error"
        case 51: "decrypt_error"
        case 70: "protocol_version"
        case 71: "insufficient_security"
        case 80: "internal_error"
        case 86: "inappropriate_fallback"
        case 90: "user_canceled"
        case 100: "no_renegotiation"
        case 109: "missing_extension"
        case 110: "unsupported_extension"
        case 112: "unrecognized_name"
        case 113: "bad_certificate_status_response"
        case 115: "unknown_psk_identity"
        case 116: "certificate_required"
        case 120: "no_application_protocol"
        default: "unknown alert"
        }
    }
}
