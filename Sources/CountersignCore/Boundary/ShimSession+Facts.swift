internal import CCountersign

/// What a session knows of itself and of its peer.
extension ShimSession {
    /// Why it failed; code `.none` while it has not.
    var failure: ShimError {
        let failure = unsafe ccountersign_session_failure(pointer)
        var error = ShimError(failure.code)
        error.native = failure.native
        error.alertReceived = Alert(wire: failure.alert_received)
        error.alertSent = Alert(wire: failure.alert_sent)
        error.certificateIndex = failure.certificate_index < 0 ? nil : Int(failure.certificate_index)
        return error
    }

    var version: UInt16 { unsafe ccountersign_session_version(pointer) }
    var cipherSuite: UInt16 { unsafe ccountersign_session_cipher_suite(pointer) }
    var group: UInt16 { unsafe ccountersign_session_group(pointer) }
    var isResumed: Bool { unsafe ccountersign_session_is_resumed(pointer) != 0 }
    var bytesReceived: UInt64 { unsafe ccountersign_session_bytes_received(pointer) }
    var bytesSent: UInt64 { unsafe ccountersign_session_bytes_sent(pointer) }

    var phase: HandshakePhase {
        unsafe HandshakePhase(rawValue: UInt8(truncatingIfNeeded: ccountersign_session_phase(pointer).rawValue))
            ?? .start
    }

    /// The negotiated ALPN protocol; empty when there is none.
    var applicationProtocol: Span<UInt8> {
        @_lifetime(borrow self)
        get { unsafe LentBytes(raw: ccountersign_session_application_protocol(pointer)).bytes(from: self) }
    }

    /// Fills `table` with the peer's certificates, leaf first, and returns how many the peer sent.
    func peerChain(into table: inout LentTable) -> Int {
        let session = unsafe pointer
        return unsafe table.fill { unsafe ccountersign_session_peer_chain(session, $0, $1) }
    }

    /// The issuers' names of the CertificateRequest, as they were sent; good until the handshake is over.
    var authorities: Span<UInt8> {
        @_lifetime(borrow self)
        get { unsafe LentBytes(raw: ccountersign_session_authorities(pointer)).bytes(from: self) }
    }

    /// Which kinds of key can answer the CertificateRequest that waits.
    var acceptedKeys: KeyKinds { KeyKinds(rawValue: unsafe ccountersign_session_accepted_keys(pointer)) }

    /// Fills `schemes` with the CertificateRequest's signature schemes and returns how many were written.
    func signatureSchemes(into schemes: inout MutableSpan<UInt16>) -> Int {
        let session = unsafe pointer
        return unsafe schemes.withUnsafeMutableBufferPointer { schemes in
            min(
                unsafe ccountersign_session_signature_schemes(session, schemes.baseAddress, schemes.count),
                schemes.count)
        }
    }
}

/// A table of runs of bytes lent by a session, held inline: 32 certificates or names. A peer that sends more is
/// not refused for it; what is beyond the table is not looked at, and `count` says what there was.
struct LentTable: @unchecked Sendable {
    private var entries = unsafe InlineArray<32, LentBytes>(
        repeating: LentBytes(raw: ccountersign_bytes(start: nil, count: 0)))
    private var used = 0

    static var capacity: Int { 32 }

    mutating func fill(_ list: (UnsafeMutablePointer<ccountersign_bytes>?, Int) -> Int) -> Int {
        var span = entries.mutableSpan
        let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: ccountersign_bytes.self) { unsafe list($0.baseAddress, $0.count) }
        }
        used = min(count, LentTable.capacity)
        return count
    }

    var list: CertificateList {
        @_lifetime(borrow self)
        get { CertificateList(lent: entries.span.extracting(first: used)) }
    }
}

/// The library underneath.
package enum Library {
    /// mbedTLS's version as 0xMMNNPP00.
    package static var version: UInt32 { ccountersign_library_version() }

    package static var supportsTLS13: Bool { ccountersign_supports_tls13() != 0 }

    /// The library's name of a cipher suite, or an empty span.
    @_lifetime(immortal)
    package static func cipherSuiteName(_ suite: UInt16) -> Span<UInt8> {
        guard let name = unsafe ccountersign_cipher_suite_name(suite) else { return Span() }
        var count = 0
        while unsafe name[count] != 0 { count += 1 }
        let bytes = unsafe UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
        return unsafe _overrideLifetime(Span(_unsafeStart: bytes, count: count), copying: ())
    }

    /// The library's words for one of its numbers, into `text`; returns how many bytes were written.
    package static func nativeText(_ native: Int32, into text: inout MutableSpan<UInt8>) -> Int {
        unsafe text.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) {
                unsafe ccountersign_native_text(native, $0.baseAddress, $0.count)
            }
        }
    }
}
