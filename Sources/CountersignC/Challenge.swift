// The names are the contract's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Countersign
public import CountersignHeader

@c @implementation
public func countersign_resolve(
    _ connection: OpaquePointer?, _ disposition: countersign_disposition, _ identity: OpaquePointer?
) -> countersign_status {
    guard let handle = unsafe object(connection, ConnectionHandle.self) else { return COUNTERSIGN_INVALID_ARGUMENT }
    return unsafe handle.resolve(disposition, object(identity, IdentityHandle.self)?.identity)
}

@c @implementation
public func countersign_challenge_evaluate(
    _ connection: OpaquePointer?, _ other: OpaquePointer?
) -> countersign_status {
    guard let handle = unsafe object(connection, ConnectionHandle.self) else { return COUNTERSIGN_INVALID_ARGUMENT }
    guard let other = unsafe object(other, ConfigurationHandle.self) else { return handle.evaluate(anchoredTo: nil) }
    switch other.configuredAnchors {
    case .only(let store): return handle.evaluate(anchoredTo: store)
    case .system, .systemAnd:
        return handle.fail(COUNTERSIGN_INVALID_ARGUMENT, "the other configuration has to have anchors of its own alone")
    }
}

@c @implementation
public func countersign_challenge_path_pin(
    _ connection: OpaquePointer?, _ index: Int32, _ output: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let certificate = unsafe object(connection, ConnectionHandle.self)?.path?[Int(index)] else {
        return unsafe write("", output, size)
    }
    return unsafe write(Pin(sha256: certificate.publicKeyFingerprint).text, output, size)
}

@c @implementation
public func countersign_challenge_issuer(
    _ connection: OpaquePointer?, _ index: Int32, _ output: UnsafeMutablePointer<UInt8>?, _ size: Int
) -> Int {
    guard let handle = unsafe object(connection, ConnectionHandle.self), index >= 0 else { return 0 }
    return unsafe write(handle.connection.issuer(at: Int(index)).span, output, size)
}

@c @implementation
public func countersign_challenge_previous_failures(_ connection: OpaquePointer?) -> Int32 {
    Int32(clamping: unsafe object(connection, ConnectionHandle.self)?.connection.previousFailureCount ?? 0)
}
