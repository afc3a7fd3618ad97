internal import CCountersign

/// Words and random numbers of the system.
package enum System {
    /// strerror of an errno, into `text`; returns how many bytes were written.
    package static func errorText(_ native: Int32, into text: inout MutableSpan<UInt8>) -> Int {
        unsafe text.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) {
                unsafe ccountersign_system_error_text(native, $0.baseAddress, $0.count)
            }
        }
    }

    /// 64 random bits, or nil when the system has none.
    package static func random() -> UInt64? {
        var bytes: UInt64 = 0
        let code = unsafe withUnsafeMutableBytes(of: &bytes) {
            unsafe ccountersign_random($0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count)
        }
        return code == CCOUNTERSIGN_OK ? bytes : nil
    }

    /// Random octets, filling `bytes`; false when the system has none.
    package static func random(into bytes: inout MutableSpan<UInt8>) -> Bool {
        let code = unsafe bytes.withUnsafeMutableBufferPointer { unsafe ccountersign_random($0.baseAddress, $0.count) }
        return code == CCOUNTERSIGN_OK
    }

    /// The program's arguments, each ended by a zero byte, its name first, into `text`; returns how many bytes that is.
    package static func arguments(into text: inout MutableSpan<UInt8>) throws(ShimError) -> Int {
        var count = 0
        var native: Int32 = 0
        let code = unsafe text.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) {
                unsafe ccountersign_arguments($0.baseAddress, $0.count, &count, &native)
            }
        }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return count
    }

    /// Whether an environment variable is set, and not to nothing.
    package static func hasEnvironmentVariable(_ name: StaticString) -> Bool {
        guard name.hasPointerRepresentation else { return false }
        let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        guard let value = unsafe ccountersign_environment(start) else { return false }
        return unsafe value[0] != 0
    }

    /// An environment variable's bytes, at the front of `bytes`; their number, or nil when it isn't set or doesn't fit.
    /// The name is UTF-8 with a zero byte at its end.
    package static func environmentVariable(_ name: Span<UInt8>, into bytes: inout MutableSpan<UInt8>) -> Int? {
        guard name.count > 0, name[name.count - 1] == 0 else { return nil }
        return unsafe name.withUnsafeBufferPointer { name in
            unsafe name.withMemoryRebound(to: CChar.self) { name -> Int? in
                guard let value = unsafe ccountersign_environment(name.baseAddress!) else { return nil }
                var count = 0
                while unsafe value[count] != 0 {
                    guard count < bytes.count else { return nil }
                    bytes[count] = unsafe UInt8(bitPattern: value[count])
                    count += 1
                }
                return count
            }
        }
    }

    /// Gives the closed ones among descriptors 0 to 2 to /dev/null, so that no socket becomes one of them.
    package static func holdStandardDescriptors() {
        ccountersign_hold_standard_descriptors()
    }

    /// Ends the process.
    package static func exit(_ status: Int32) {
        ccountersign_exit(status)
    }
}
