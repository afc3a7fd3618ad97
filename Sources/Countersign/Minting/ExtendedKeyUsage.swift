/// What a certificate's key may be used for in TLS (RFC 5280 §4.2.1.12).
public enum ExtendedKeyUsage: Equatable, Sendable {
    /// `id-kp-serverAuth`: to be a server.
    case serverAuth
    /// `id-kp-clientAuth`: to answer a client-certificate challenge.
    case clientAuth

    var identifier: ObjectID {
        switch self {
        case .serverAuth: ObjectID([0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01])
        case .clientAuth: ObjectID([0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02])
        }
    }
}
