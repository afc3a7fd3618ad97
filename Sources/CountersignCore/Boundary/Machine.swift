internal import CCountersign

/// What a measurement says of the machine that it was made on.
package enum Machine {
    /// A value of /proc/cpuinfo, such as that of "model name", into `text`; returns how many bytes were written, 0 where
    /// there is none.
    package static func processorText(_ key: StaticString, into text: inout MutableSpan<UInt8>) -> Int {
        guard key.hasPointerRepresentation else { return 0 }
        let name = unsafe UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
        return unsafe text.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) {
                unsafe ccountersign_processor_text(name, $0.baseAddress, $0.count)
            }
        }
    }

    /// The most memory that the process has had resident so far, in bytes; 0 if unknown.
    package static var peakMemory: UInt64 { ccountersign_peak_memory() }
}
