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

    /// Ends the process.
    package static func exit(_ status: Int32) {
        ccountersign_exit(status)
    }
}
