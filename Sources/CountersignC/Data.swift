// The names are the contract's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Countersign
public import CountersignHeader

@c @implementation
public func countersign_read(
    _ connection: OpaquePointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ size: Int,
    _ count: UnsafeMutablePointer<Int>?, _ milliseconds: Int32
) -> countersign_status {
    unsafe count?.pointee = 0
    guard let handle = unsafe object(connection, ConnectionHandle.self), let bytes = unsafe bytes,
        let count = unsafe count, size > 0
    else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    var window = unsafe MutableSpan(_unsafeStart: bytes, count: size)
    do throws(ConnectionError) {
        unsafe count.pointee = try handle.connection.read(into: &window, timeout: duration(milliseconds))
        return unsafe count.pointee == 0 ? COUNTERSIGN_CLOSED : COUNTERSIGN_OK
    } catch {
        return handle.fail(error)
    }
}

@c @implementation
public func countersign_write(
    _ connection: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ milliseconds: Int32
) -> countersign_status {
    guard let handle = unsafe object(connection, ConnectionHandle.self), let bytes = unsafe bytes, count >= 0 else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    do throws(ConnectionError) {
        unsafe try handle.connection.write(Span(_unsafeStart: bytes, count: count), timeout: duration(milliseconds))
        return COUNTERSIGN_OK
    } catch {
        return handle.fail(error)
    }
}

@c @implementation
public func countersign_read_available(
    _ connection: OpaquePointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ size: Int,
    _ count: UnsafeMutablePointer<Int>?
) -> countersign_status {
    unsafe count?.pointee = 0
    guard let handle = unsafe object(connection, ConnectionHandle.self), let bytes = unsafe bytes,
        let count = unsafe count, size > 0
    else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    var window = unsafe MutableSpan(_unsafeStart: bytes, count: size)
    do throws(ConnectionError) {
        return unsafe status(try handle.connection.readAvailable(into: &window), count)
    } catch {
        return handle.fail(error)
    }
}

@c @implementation
public func countersign_write_available(
    _ connection: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ written: UnsafeMutablePointer<Int>?
) -> countersign_status {
    unsafe written?.pointee = 0
    guard let handle = unsafe object(connection, ConnectionHandle.self), let bytes = unsafe bytes,
        let written = unsafe written, count >= 0
    else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    do throws(ConnectionError) {
        return unsafe status(try handle.connection.writeAvailable(Span(_unsafeStart: bytes, count: count)), written)
    } catch {
        return handle.fail(error)
    }
}

@c @implementation
public func countersign_close(_ connection: OpaquePointer?) {
    unsafe object(connection, ConnectionHandle.self)?.connection.close()
}

private func duration(_ milliseconds: Int32) -> Duration? {
    milliseconds < 0 ? nil : .milliseconds(Int64(milliseconds))
}

private func status(_ progress: DataProgress, _ count: UnsafeMutablePointer<Int>) -> countersign_status {
    switch progress {
    case .moved(let moved):
        unsafe count.pointee = moved
        return COUNTERSIGN_OK
    case .ended: return COUNTERSIGN_CLOSED
    case .wantsRead: return COUNTERSIGN_WANTS_READ
    case .wantsWrite: return COUNTERSIGN_WANTS_WRITE
    }
}
