internal import CCountersign

/// What a step of the shim's session came to.
enum SessionStatus: Equatable {
    case failed, wantsRead, wantsWrite, serverTrust, clientCertificate, established, closed
}

/// What a session is told at its start. All defaults are the safe ones.
struct SessionOptions {
    var minimumVersion: UInt16 = 0
    var maximumVersion: UInt16 = 0
    var allowsStaticRSA = false
    /// Client only: asks for tickets.
    var keepsSessions = false
    /// Server only: 0 none, 1 requested, 2 required.
    var clientCertificateRequest: UInt8 = 0
}

/// The shim's session: it owns one block from the shim's allocator, which is wiped and given back at the end.
///
/// Does no I/O. Not to be used by two threads at once, which `~Copyable` and `mutating` see to.
///
/// Public only because Embedded Swift must see the end of such a value in every module; nothing of it can be used
/// outside the core.
@safe
public struct ShimSession: ~Copyable, @unchecked Sendable {
    let pointer: OpaquePointer
    private let size: Int

    /// A client session. `serverName` is sent as SNI, and nothing is when it is empty; `applicationProtocols`
    /// is ALPN's list as on the wire (RFC 7301 §3.1) without its outer length.
    init(
        client options: SessionOptions, serverName: Span<UInt8>, applicationProtocols: Span<UInt8>
    ) throws(ShimError) {
        // The shim wants a C string; a DNS name has at most 253 bytes.
        guard serverName.count <= 253 else { throw ShimError(.invalidArgument) }
        var name = InlineArray<254, UInt8>(repeating: 0)
        for index in serverName.indices { name[index] = serverName[index] }
        var raw = unsafe ShimSession.raw(options, role: CCOUNTERSIGN_CLIENT)
        let nameSpan = name.span
        let opened = try unsafe nameSpan.withUnsafeBufferPointer { name throws(ShimError) -> OpaquePointer in
            try unsafe applicationProtocols.withUnsafeBufferPointer { protocols throws(ShimError) in
                if unsafe name[0] != 0 {
                    unsafe raw.server_name = UnsafeRawPointer(name.baseAddress!).assumingMemoryBound(to: CChar.self)
                }
                unsafe raw.application_protocols = ccountersign_bytes(protocols)
                return try unsafe ShimSession.make(raw)
            }
        }
        unsafe pointer = opened
        size = ccountersign_session_size()
    }

    /// A server session, for demonstrations and tests; the identities must outlive it.
    init(
        server options: SessionOptions, credential: CredentialHandle, clientAnchors: CredentialHandle?,
        applicationProtocols: Span<UInt8>
    ) throws(ShimError) {
        var raw = unsafe ShimSession.raw(options, role: CCOUNTERSIGN_SERVER)
        unsafe raw.credential = credential.pointer
        unsafe raw.client_anchors = clientAnchors?.pointer
        let opened = try unsafe applicationProtocols.withUnsafeBufferPointer {
            protocols throws(ShimError) -> OpaquePointer in
            unsafe raw.application_protocols = ccountersign_bytes(protocols)
            return try unsafe ShimSession.make(raw)
        }
        unsafe pointer = opened
        size = ccountersign_session_size()
    }

    private static func make(_ options: ccountersign_session_options) throws(ShimError) -> OpaquePointer {
        let size = ccountersign_session_size()
        guard let memory = unsafe ccountersign_allocate(size) else { throw ShimError(.outOfMemory) }
        let session = OpaquePointer(memory)
        let code = unsafe withUnsafePointer(to: options) { unsafe ccountersign_session_init(session, $0) }
        guard code == CCOUNTERSIGN_OK else {
            unsafe ccountersign_session_free(session)
            unsafe ccountersign_release(memory, size)
            throw ShimError(code)
        }
        return unsafe session
    }

    private static func raw(_ options: SessionOptions, role: ccountersign_role) -> ccountersign_session_options {
        var raw = unsafe ccountersign_session_options()
        unsafe raw.role = role
        unsafe raw.minimum_version = options.minimumVersion
        unsafe raw.maximum_version = options.maximumVersion
        unsafe raw.allow_static_rsa = options.allowsStaticRSA ? 1 : 0
        unsafe raw.keeps_sessions = options.keepsSessions ? 1 : 0
        unsafe raw.request_client_certificate = options.clientCertificateRequest
        return unsafe raw
    }

    deinit {
        unsafe ccountersign_session_free(pointer)
        unsafe ccountersign_release(UnsafeMutableRawPointer(pointer), size)
    }

    // MARK: the machine

    mutating func step() -> SessionStatus {
        unsafe ShimSession.status(ccountersign_session_step(pointer))
    }

    mutating func resume() -> Bool {
        unsafe ccountersign_session_continue(pointer) == CCOUNTERSIGN_OK
    }

    /// The caller keeps `credential`'s owner alive as long as the session.
    mutating func useCredential(_ credential: CredentialHandle) -> FailureCode? {
        let code = unsafe ccountersign_session_set_credential(pointer, credential.pointer)
        return code == CCOUNTERSIGN_OK ? nil : FailureCode(code)
    }

    mutating func abort(_ alert: Alert) {
        unsafe ccountersign_session_abort(pointer, alert.rawValue)
    }

    mutating func close() -> SessionStatus {
        unsafe ShimSession.status(ccountersign_session_close(pointer))
    }

    static func status(_ status: ccountersign_status) -> SessionStatus {
        switch status {
        case CCOUNTERSIGN_WANTS_READ: .wantsRead
        case CCOUNTERSIGN_WANTS_WRITE: .wantsWrite
        case CCOUNTERSIGN_SERVER_TRUST: .serverTrust
        case CCOUNTERSIGN_CLIENT_CERTIFICATE: .clientCertificate
        case CCOUNTERSIGN_ESTABLISHED: .established
        case CCOUNTERSIGN_CLOSED: .closed
        // Whatever else a future shim may say is not progress.
        default: .failed
        }
    }
}
