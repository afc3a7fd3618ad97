// The names are the contract's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Countersign
public import CountersignHeader

@c @implementation
public func countersign_configuration_new() -> OpaquePointer? { unsafe handle(ConfigurationHandle()) }

@c @implementation
public func countersign_configuration_free(_ configuration: OpaquePointer?) {
    unsafe free(configuration, ConfigurationHandle.self)
}

@c @implementation
public func countersign_configuration_error_text(
    _ configuration: OpaquePointer?, _ output: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    unsafe write(object(configuration, ConfigurationHandle.self)?.error ?? "", output, size)
}

@c @implementation
public func countersign_configuration_add_anchors(
    _ configuration: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self), let bytes = unsafe copy(bytes, count)
    else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    return handle.add(anchors: bytes, named: "the anchors")
}

@c @implementation
public func countersign_configuration_add_anchors_file(
    _ configuration: OpaquePointer?, _ path: UnsafePointer<CChar>?
) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self), let path = unsafe text(path) else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    do throws(ImportError) {
        return handle.add(anchors: try contents(ofFile: path), named: path)
    } catch {
        return handle.fail(countersign_status(error), error.description)
    }
}

@c @implementation
public func countersign_configuration_use_system_anchors(
    _ configuration: OpaquePointer?, _ isUsed: Int32
) -> countersign_status {
    unsafe change(configuration) { $0.useSystemAnchors(isUsed != 0) }
}

@c @implementation
public func countersign_configuration_set_identity(
    _ configuration: OpaquePointer?, _ identity: OpaquePointer?
) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self) else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    guard let identity = unsafe object(identity, IdentityHandle.self) else {
        handle.configuration.identity = nil
        return COUNTERSIGN_OK
    }
    guard let imported = identity.identity else {
        return handle.fail(COUNTERSIGN_INVALID_ARGUMENT, "nothing has been imported into the identity")
    }
    handle.configuration.identity = imported
    return COUNTERSIGN_OK
}

@c @implementation
public func countersign_configuration_add_pin(
    _ configuration: OpaquePointer?, _ pattern: UnsafePointer<CChar>?, _ pin: UnsafePointer<CChar>?, _ flags: Int32
) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self), let pattern = unsafe text(pattern),
        let pin = unsafe text(pin)
    else { return COUNTERSIGN_INVALID_ARGUMENT }
    return handle.add(pin: pin, for: pattern, flags: flags)
}

@c @implementation
public func countersign_configuration_set_pin_expiration(
    _ configuration: OpaquePointer?, _ pattern: UnsafePointer<CChar>?, _ date: UnsafePointer<CChar>?
) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self), let pattern = unsafe text(pattern),
        let date = unsafe text(date)
    else { return COUNTERSIGN_INVALID_ARGUMENT }
    guard let time = UnixTime(date) else {
        return handle.fail(COUNTERSIGN_INVALID_ARGUMENT, "'" + date + "' is no date")
    }
    handle.setExpiration(time, for: pattern)
    return COUNTERSIGN_OK
}

@c @implementation
public func countersign_configuration_set_versions(
    _ configuration: OpaquePointer?, _ minimum: Int32, _ maximum: Int32
) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self) else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    let known: [Int32] = [0x0303, 0x0304]
    guard known.contains(minimum), maximum == 0 || known.contains(maximum), maximum == 0 || maximum >= minimum else {
        return handle.fail(COUNTERSIGN_INVALID_ARGUMENT, "TLS 1.2 is 0x0303, TLS 1.3 is 0x0304, the older one first")
    }
    handle.configuration.minimumVersion = minimum == 0x0303 ? .tls12 : .tls13
    handle.configuration.maximumVersion = maximum == 0 ? nil : maximum == 0x0303 ? .tls12 : .tls13
    return COUNTERSIGN_OK
}

@c @implementation
public func countersign_configuration_add_protocol(
    _ configuration: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self), let name = unsafe text(name) else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    guard let named = ApplicationProtocol(name) else {
        return handle.fail(COUNTERSIGN_INVALID_ARGUMENT, "a protocol's name has 1 to 255 bytes")
    }
    handle.configuration.applicationProtocols.append(named)
    return COUNTERSIGN_OK
}

@c @implementation
public func countersign_configuration_set_server_name(
    _ configuration: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> countersign_status {
    let name = unsafe text(name)
    return unsafe change(configuration) { $0.configuration.serverName = name }
}

@c @implementation
public func countersign_configuration_set_verify_date(
    _ configuration: OpaquePointer?, _ date: UnsafePointer<CChar>?
) -> countersign_status {
    unsafe set(text(date), of: configuration) { $0.configuration.verifyDate = $1 }
}

@c @implementation
public func countersign_configuration_set_floor_date(
    _ configuration: OpaquePointer?, _ date: UnsafePointer<CChar>?
) -> countersign_status {
    unsafe set(text(date), of: configuration) { $0.configuration.floorDate = $1 }
}

@c @implementation
public func countersign_configuration_set_deadline(
    _ configuration: OpaquePointer?, _ milliseconds: Int32
) -> countersign_status {
    guard milliseconds >= 0 else { return COUNTERSIGN_INVALID_ARGUMENT }
    return unsafe change(configuration) { $0.configuration.deadline = .milliseconds(Int64(milliseconds)) }
}

@c @implementation
public func countersign_configuration_set_session_store(
    _ configuration: OpaquePointer?, _ path: UnsafePointer<CChar>?
) -> countersign_status {
    let path = unsafe text(path)
    return unsafe change(configuration) {
        $0.configuration.sessionStore = path.map { SessionStore(file: $0) } ?? SessionStore()
    }
}

@c @implementation
public func countersign_configuration_set_handler_name(
    _ configuration: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> countersign_status {
    let name = unsafe text(name)
    return unsafe change(configuration) { $0.configuration.handlerName = name }
}

private func change(_ configuration: OpaquePointer?, _ body: (ConfigurationHandle) -> Void) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self) else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    body(handle)
    return COUNTERSIGN_OK
}

private func set(
    _ date: String?, of configuration: OpaquePointer?, _ body: (ConfigurationHandle, UnixTime?) -> Void
) -> countersign_status {
    guard let handle = unsafe object(configuration, ConfigurationHandle.self) else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    guard let date else {
        body(handle, nil)
        return COUNTERSIGN_OK
    }
    guard let time = UnixTime(date) else {
        return handle.fail(COUNTERSIGN_INVALID_ARGUMENT, "'" + date + "' is no date")
    }
    body(handle, time)
    return COUNTERSIGN_OK
}
