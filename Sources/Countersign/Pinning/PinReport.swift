/// One path that lacked the pins of its host: what was found, what was wanted, where.
///
/// Made only when that happens. Counterpart: TSKPinFailureReport, TSKPinningValidatorResult.
public final class PinReport: PinFailure {
    public let host: String
    public let port: UInt16
    /// When it was judged.
    public let date: UnixTime
    public let verdict: PinVerdict
    /// The domain that held, as it was declared.
    public let domain: PinnedDomain
    public let pathPins: [Pin]
    /// The verified path in DER, the server's own certificate first, without an anchor that only a handler knew.
    public let certificates: [[UInt8]]

    public var pattern: String { domain.pattern }
    public var wantedPins: [Pin] { domain.leafPins + domain.authorityPins + domain.pins }

    init(
        host: String, port: UInt16, date: UnixTime, verdict: PinVerdict, domain: PinnedDomain,
        path: CertificationPath?, certificates: [[UInt8]] = []
    ) {
        self.host = host
        self.port = port
        self.date = date
        self.verdict = verdict
        self.domain = domain
        self.certificates = certificates
        var pins: [Pin] = []
        if let path {
            for index in 0..<path.count {
                if let certificate = path[index] { pins.append(Pin(sha256: certificate.publicKeyFingerprint)) }
            }
        }
        pathPins = pins
    }
}
