internal import CCountersign

/// Names of files, as the system keeps them.
package enum FileSystem {
    /// The names in a directory, each ended by a zero byte, into `text`; returns how many bytes they need, which may be
    /// more than there is room for. The path is UTF-8 with a NUL at its end.
    package static func list(
        directory path: Span<UInt8>, into text: inout MutableSpan<UInt8>
    ) throws(MappedFile.Failure) -> Int {
        guard path.count > 0, path[path.count - 1] == 0 else { throw MappedFile.Failure(number: 0) }
        var needed = 0
        var number: Int32 = 0
        let code = unsafe path.withUnsafeBytes { path in
            unsafe text.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                    unsafe ccountersign_list_directory(
                        path.baseAddress?.assumingMemoryBound(to: CChar.self), text.baseAddress, text.count, &needed,
                        &number)
                }
            }
        }
        guard code == CCOUNTERSIGN_OK || needed > text.count else { throw MappedFile.Failure(number: number) }
        return needed
    }

    /// The value of an environment variable into `text`, without a NUL; returns how many bytes it has, or nil when it
    /// isn't set. What doesn't fit is cut.
    package static func environment(_ name: StaticString, into text: inout MutableSpan<UInt8>) -> Int? {
        guard name.hasPointerRepresentation else { return nil }
        let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        guard let value = unsafe ccountersign_environment(start) else { return nil }
        var length = 0
        while length < text.count, unsafe value[length] != 0 {
            text[length] = unsafe UInt8(bitPattern: value[length])
            length += 1
        }
        return length
    }
}
