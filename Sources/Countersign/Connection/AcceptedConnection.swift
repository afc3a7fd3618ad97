/// A server's side of a connection, for `countersign serve` and for tests: it raises no challenges, mbedTLS itself
/// judges clients. Not public, since Countersign is a client's library.
package struct AcceptedConnection: ~Copyable {
    private var tls: Handshake
    private var transport: SocketTransport
    package private(set) var isEstablished = false

    package init(
        _ descriptor: consuming Descriptor, identity: any ClientIdentity, clientAnchors: (any ClientIdentity)?,
        requiresClientCertificate: Bool, protocols: [ApplicationProtocol]
    ) throws(ConnectionError) {
        let wire = protocols.flatMap { [UInt8($0.bytes.count)] + $0.bytes }
        transport = SocketTransport(descriptor)
        tls = try Handshake(
            serving: identity, clientAnchors: clientAnchors, requiresClientCertificate: requiresClientCertificate,
            applicationProtocols: wire.span)
    }

    package var fileDescriptor: Int32 { transport.descriptor.number }

    package var record: HandshakeRecord { tls.record }

    /// The subject of the client's certificate; nil when it sent none.
    package var clientName: String? {
        let chain = tls.peerCertificates
        guard chain.count > 0 else { return nil }
        do throws(DERError) {
            return try Certificate(chain[0]).subject.text
        } catch {
            return "a certificate that cannot be read"
        }
    }

    package mutating func advance() throws(ConnectionError) -> Progress {
        let progress = try tls.advance(over: &transport)
        if progress == .finished, !isEstablished {
            isEstablished = true
            tls.notePeerCertificates()
        }
        return progress
    }

    package mutating func readAvailable(into bytes: inout MutableSpan<UInt8>) throws(ConnectionError) -> DataProgress {
        while true {
            let progress = try tls.read(into: &bytes)
            guard try tls.moveBytes(for: progress, over: &transport) else { return progress }
        }
    }

    package mutating func writeAvailable(_ bytes: Span<UInt8>) throws(ConnectionError) -> DataProgress {
        while true {
            let progress = try tls.write(bytes)
            guard try tls.moveBytes(for: progress, over: &transport) else { return progress }
        }
    }

    package mutating func closeAvailable() throws(ConnectionError) -> DataProgress {
        while true {
            let progress = try tls.close()
            if progress == .ended { transport.descriptor.shutdownWriting() }
            guard try tls.moveBytes(for: progress, over: &transport) else { return progress }
        }
    }
}
