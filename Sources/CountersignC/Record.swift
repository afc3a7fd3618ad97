// The names are the contract's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Countersign
public import CountersignHeader

@c @implementation
public func countersign_negotiated_version(_ connection: OpaquePointer?) -> Int32 {
    unsafe Int32(record(connection)?.version?.rawValue ?? 0)
}

@c @implementation
public func countersign_negotiated_cipher_suite(
    _ connection: OpaquePointer?, _ output: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    let number = unsafe record(connection)?.cipherSuite ?? 0
    return unsafe write(number == 0 ? "" : CipherSuite(rawValue: number).name, output, size)
}

@c @implementation
public func countersign_negotiated_protocol(
    _ connection: OpaquePointer?, _ output: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let handle = unsafe object(connection, ConnectionHandle.self) else { return unsafe write("", output, size) }
    return unsafe write(handle.connection.negotiatedProtocolName, output, size)
}

@c @implementation
public func countersign_is_resumed(_ connection: OpaquePointer?) -> Int32 {
    unsafe record(connection)?.isResumed == true ? 1 : 0
}

@c @implementation
public func countersign_session_refusal(
    _ connection: OpaquePointer?, _ output: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    let refusal = unsafe object(connection, ConnectionHandle.self)?.connection.record.sessionRefusal
    return unsafe write(refusal?.text ?? "", output, size)
}

@c @implementation
public func countersign_trust_result(_ connection: OpaquePointer?) -> Int32 {
    unsafe Int32(record(connection)?.decidedTrust?.trustResult.rawValue ?? 0)
}

@c @implementation
public func countersign_pins_result(_ connection: OpaquePointer?) -> countersign_pins {
    switch unsafe record(connection)?.decidedTrust?.pins?.outcome {
    case .expired: COUNTERSIGN_PINS_EXPIRED
    case .matched: COUNTERSIGN_PINS_MATCHED
    case .reported: COUNTERSIGN_PINS_REPORTED
    case .mismatched: COUNTERSIGN_PINS_MISMATCHED
    case .unverified: COUNTERSIGN_PINS_UNVERIFIED
    case .notPinned, nil: COUNTERSIGN_PINS_NONE
    }
}

@c @implementation
public func countersign_is_identity_sent(_ connection: OpaquePointer?) -> Int32 {
    guard let record = unsafe record(connection) else { return 0 }
    return (record.resumed ?? record.clientCertificate)?.isIdentitySent == true ? 1 : 0
}

@c @implementation
public func countersign_alert_sent(_ connection: OpaquePointer?) -> Int32 {
    unsafe object(connection, ConnectionHandle.self)?.failure?.alertSent.map { Int32($0.rawValue) } ?? -1
}

@c @implementation
public func countersign_alert_received(_ connection: OpaquePointer?) -> Int32 {
    unsafe object(connection, ConnectionHandle.self)?.failure?.alertReceived.map { Int32($0.rawValue) } ?? -1
}

@c @implementation
public func countersign_peer_certificate(
    _ connection: OpaquePointer?, _ index: Int32, _ output: UnsafeMutablePointer<UInt8>?, _ size: Int
) -> Int {
    guard let handle = unsafe object(connection, ConnectionHandle.self) else { return 0 }
    return unsafe write(handle.connection.peerCertificate(at: Int(index)).span, output, size)
}

private func record(_ connection: OpaquePointer?) -> HandshakeRecord? {
    unsafe object(connection, ConnectionHandle.self)?.connection.record.handshake
}

extension HandshakeRecord {
    /// What was decided about the server, in this handshake or the one that a resumed one goes back to.
    fileprivate var decidedTrust: Challenge? { resumed ?? serverTrust }
}
