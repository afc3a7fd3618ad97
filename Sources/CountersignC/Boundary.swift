import Countersign
import CountersignHeader

// What crosses the border to C, one way and the other. This module is a door of its own: pointers that C callers give
// are used here and in the functions of the contract, and nowhere else.

/// A C text, read as UTF-8; nil for a null pointer.
func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
}

/// Writes like snprintf: what fits, always with a NUL, and returns the whole length.
func write(_ text: String, _ output: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    var written = 0
    if let output = unsafe output, size > 0 {
        for octet in text.utf8 where written < size - 1 {
            unsafe output[written] = CChar(bitPattern: octet)
            written += 1
        }
        unsafe output[written] = 0
    }
    return text.utf8.count
}

/// Writes what fits and returns the whole length.
func write(_ bytes: Span<UInt8>, _ output: UnsafeMutablePointer<UInt8>?, _ size: Int) -> Int {
    if let output = unsafe output {
        for index in 0..<min(size, bytes.count) { unsafe output[index] = bytes[index] }
    }
    return bytes.count
}

/// A copy of C's bytes; nil for a null pointer with a count.
func copy(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8]? {
    guard count >= 0 else { return nil }
    guard let bytes = unsafe bytes else { return count == 0 ? [] : nil }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
}

/// The object behind a handle, which C keeps alive until it frees it.
func object<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type) -> Object? {
    guard let handle = unsafe handle else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// A handle that owns its object.
func handle<Object: AnyObject>(_ object: Object) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// Lets go of a handle's object.
func free<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type) {
    guard let handle = unsafe handle else { return }
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}

extension countersign_status {
    init(_ error: ConnectionError) {
        switch error.code {
        case .none: self = COUNTERSIGN_OK
        case .invalidArgument: self = COUNTERSIGN_INVALID_ARGUMENT
        case .outOfMemory: self = COUNTERSIGN_OUT_OF_MEMORY
        case .unsupported: self = COUNTERSIGN_UNSUPPORTED
        case .trustRefused: self = COUNTERSIGN_TRUST_REFUSED
        case .pinMismatch: self = COUNTERSIGN_PIN_MISMATCH
        case .cancelled: self = COUNTERSIGN_CANCELLED
        case .endOfStream, .systemError: self = COUNTERSIGN_NETWORK_FAILED
        case .notFound: self = COUNTERSIGN_NOT_FOUND
        case .timedOut: self = COUNTERSIGN_TIMED_OUT
        case .clientCertificateRequired: self = COUNTERSIGN_CERTIFICATE_REQUIRED
        case .clientCertificateRejected: self = COUNTERSIGN_CERTIFICATE_REJECTED
        default: self = COUNTERSIGN_HANDSHAKE_FAILED
        }
    }

    init(_ error: ImportError) {
        switch error.code {
        case .wrongPassphrase, .passphraseNeeded: self = COUNTERSIGN_WRONG_PASSPHRASE
        case .unsupportedAlgorithm: self = COUNTERSIGN_UNSUPPORTED
        default: self = COUNTERSIGN_UNREADABLE
        }
    }
}
