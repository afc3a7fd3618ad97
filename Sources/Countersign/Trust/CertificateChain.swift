/// Certificates that a program holds itself, to be judged without a connection.
///
/// Counterpart: the certificates given to SecTrustCreateWithCertificates.
public struct CertificateChain: Sendable {
    private let buffer: [UInt8]
    private let ranges: [ByteRange]

    /// Certificates in DER, the one to be judged first; the order of the others doesn't matter. They are copied into
    /// one buffer.
    public init(certificates: [[UInt8]]) {
        var buffer: [UInt8] = []
        var ranges: [ByteRange] = []
        for certificate in certificates {
            ranges.append(ByteRange(start: buffer.count, count: certificate.count))
            buffer += certificate
        }
        self.buffer = buffer
        self.ranges = ranges
    }

    public var count: Int { ranges.count }

    /// The view that a `ServerTrust` takes, as long as this value lives.
    public var list: CertificateList {
        @_lifetime(borrow self)
        get { CertificateList(in: buffer.span, at: ranges.span) }
    }
}
