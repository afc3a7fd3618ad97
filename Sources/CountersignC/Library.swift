// The names are the contract's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Countersign
import CountersignHeader

@c @implementation
public func countersign_version(_ output: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    unsafe write(LibraryVersion.countersign.description, output, size)
}

@c @implementation
public func countersign_tls_library_version(_ output: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    unsafe write(LibraryVersion.text, output, size)
}

@c @implementation
public func countersign_digest_size() -> Int { SHA256Digest.count }

/// "sha256/" and the base64 of a digest.
@c @implementation
public func countersign_pin_text_size() -> Int { 7 + (SHA256Digest.count + 2) / 3 * 4 + 1 }
