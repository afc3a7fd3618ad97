// The names are the contract's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Countersign
public import CountersignHeader

@c @implementation
public func countersign_connection_new(
    _ configuration: OpaquePointer?, _ host: UnsafePointer<CChar>?, _ port: Int32,
    _ connection: UnsafeMutablePointer<OpaquePointer?>?
) -> countersign_status {
    unsafe connection?.pointee = nil
    guard let collected = unsafe object(configuration, ConfigurationHandle.self), let connection = unsafe connection,
        let host = unsafe text(host),
        let port = UInt16(exactly: port)
    else { return COUNTERSIGN_INVALID_ARGUMENT }
    let complete: Configuration
    do throws(PinningError) {
        complete = try collected.complete()
    } catch {
        return collected.fail(COUNTERSIGN_INVALID_ARGUMENT, error.description)
    }
    do throws(ConnectionError) {
        unsafe connection.pointee = unsafe handle(
            ConnectionHandle(try Connection(to: host, port: port, configuration: complete)))
        return COUNTERSIGN_OK
    } catch {
        return collected.fail(countersign_status(error), error.text)
    }
}

@c @implementation
public func countersign_connection_free(_ connection: OpaquePointer?) { unsafe free(connection, ConnectionHandle.self) }

@c @implementation
public func countersign_connection_through(
    _ connection: OpaquePointer?, _ address: UnsafePointer<CChar>?, _ port: Int32
) -> countersign_status {
    guard let handle = unsafe object(connection, ConnectionHandle.self), let address = unsafe text(address),
        let port = UInt16(exactly: port)
    else { return COUNTERSIGN_INVALID_ARGUMENT }
    handle.connection.connect(through: address, port: port)
    return COUNTERSIGN_OK
}

@c @implementation
public func countersign_connection_error_text(
    _ connection: OpaquePointer?, _ output: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    unsafe write(object(connection, ConnectionHandle.self)?.errorText ?? "", output, size)
}

@c @implementation
public func countersign_advance(_ connection: OpaquePointer?) -> countersign_status {
    guard let handle = unsafe object(connection, ConnectionHandle.self) else { return COUNTERSIGN_INVALID_ARGUMENT }
    do throws(ConnectionError) {
        return countersign_status(try handle.connection.advance())
    } catch {
        return handle.fail(error)
    }
}

@c @implementation
public func countersign_descriptor(_ connection: OpaquePointer?) -> Int32 {
    unsafe object(connection, ConnectionHandle.self)?.connection.fileDescriptor ?? -1
}

@c @implementation
public func countersign_milliseconds_left(_ connection: OpaquePointer?) -> Int32 {
    guard let handle = unsafe object(connection, ConnectionHandle.self) else { return 0 }
    let left = handle.connection.timeLeft
    // Rounded up: what waits for less than a millisecond would spin.
    return Int32(clamping: left / 1_000_000 + (left % 1_000_000 > 0 ? 1 : 0))
}

@c @implementation
public func countersign_handshake(
    _ connection: OpaquePointer?, _ handler: countersign_handler?, _ context: UnsafeMutableRawPointer?
) -> countersign_status {
    guard let handle = unsafe object(connection, ConnectionHandle.self) else { return COUNTERSIGN_INVALID_ARGUMENT }
    do throws(ConnectionError) {
        guard let handler = unsafe handler else {
            try handle.connection.handshake()
            return COUNTERSIGN_OK
        }
        while true {
            let progress = try handle.connection.advanceWaiting()
            guard case .challenge = progress else { return COUNTERSIGN_OK }
            // No access to the connection is open here: the handler looks at it by the functions of the contract.
            let asked = Clock.monotonicNanoseconds
            var chosen: OpaquePointer?
            let disposition = unsafe handler(connection, countersign_status(progress), &chosen, context)
            let identity = unsafe object(chosen, IdentityHandle.self)?.identity
            if handle.connection.pendingChallenge != nil { _ = handle.resolve(disposition, identity) }
            handle.connection.extendDeadline(by: Clock.monotonicNanoseconds - asked)
        }
    } catch {
        return handle.fail(error)
    }
}

extension countersign_status {
    init(_ progress: Progress) {
        switch progress {
        case .finished: self = COUNTERSIGN_OK
        case .wantsRead: self = COUNTERSIGN_WANTS_READ
        case .wantsWrite: self = COUNTERSIGN_WANTS_WRITE
        case .challenge(.serverTrust): self = COUNTERSIGN_SERVER_TRUST
        case .challenge(.clientCertificate): self = COUNTERSIGN_CLIENT_CERTIFICATE
        }
    }
}
