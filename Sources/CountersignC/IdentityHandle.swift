// The names are the contract's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Countersign
public import CountersignHeader

/// What `countersign_identity` points to.
final class IdentityHandle {
    private(set) var identity: Identity?
    private(set) var error = ""

    /// Imports, and keeps the reason where that fails.
    func keep(_ make: () throws(ImportError) -> Identity) -> countersign_status {
        do throws(ImportError) {
            identity = try make()
            error = ""
            return COUNTERSIGN_OK
        } catch {
            self.error = error.description
            return countersign_status(error)
        }
    }
}

@c @implementation
public func countersign_identity_new() -> OpaquePointer? { unsafe handle(IdentityHandle()) }

@c @implementation
public func countersign_identity_free(_ identity: OpaquePointer?) { unsafe free(identity, IdentityHandle.self) }

@c @implementation
public func countersign_identity_error_text(
    _ identity: OpaquePointer?, _ output: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    unsafe write(object(identity, IdentityHandle.self)?.error ?? "", output, size)
}

@c @implementation
public func countersign_identity_import(
    _ identity: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ passphrase: UnsafePointer<CChar>?,
    _ label: UnsafePointer<CChar>?
) -> countersign_status {
    guard let handle = unsafe object(identity, IdentityHandle.self), var file = unsafe copy(bytes, count) else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    defer {
        var span = file.mutableSpan
        wipe(&span)
    }
    let secret = unsafe text(passphrase).map { Passphrase($0) }
    let name = unsafe text(label)
    return handle.keep { () throws(ImportError) in
        try Identity.importing(file, passphrase: secret, label: name)
    }
}

@c @implementation
public func countersign_identity_import_file(
    _ identity: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ passphrase: UnsafePointer<CChar>?,
    _ label: UnsafePointer<CChar>?
) -> countersign_status {
    guard let handle = unsafe object(identity, IdentityHandle.self), let path = unsafe text(path) else {
        return COUNTERSIGN_INVALID_ARGUMENT
    }
    let secret = unsafe text(passphrase).map { Passphrase($0) }
    let name = unsafe text(label)
    return handle.keep { () throws(ImportError) in
        try Identity.importing(contentsOfFile: path, passphrase: secret, label: name)
    }
}

@c @implementation
public func countersign_identity_import_pair(
    _ identity: OpaquePointer?, _ certificatePath: UnsafePointer<CChar>?, _ keyPath: UnsafePointer<CChar>?,
    _ passphrase: UnsafePointer<CChar>?
) -> countersign_status {
    guard let handle = unsafe object(identity, IdentityHandle.self), let certificatePath = unsafe text(certificatePath),
        let keyPath = unsafe text(keyPath)
    else { return COUNTERSIGN_INVALID_ARGUMENT }
    let secret = unsafe text(passphrase).map { Passphrase($0) }
    return handle.keep { () throws(ImportError) in
        try Identity(certificatePath: certificatePath, keyPath: keyPath, passphrase: secret)
    }
}
