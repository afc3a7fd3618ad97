internal import CCountersign

extension FileSystem {
    /// Who has part in a file besides this process's user.
    package struct Access: Equatable, Sendable {
        package let isOthers: Bool
        package let isOpen: Bool

        package var isPrivate: Bool { !isOthers && !isOpen }
    }

    /// The beginning of a regular file, as much as there is room for; returns how many bytes that is, and whose the file
    /// is. Symbolic links aren't followed. The path is UTF-8 with a NUL at its end.
    package static func read(
        _ path: Span<UInt8>, into bytes: inout MutableSpan<UInt8>
    ) throws(ShimError) -> (count: Int, access: Access) {
        guard path.count > 1, path[path.count - 1] == 0 else { throw ShimError(.invalidArgument) }
        var count = 0
        var access: UInt32 = 0
        var native: Int32 = 0
        let code = unsafe path.withUnsafeBytes { path in
            unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                unsafe ccountersign_read_file(
                    path.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.baseAddress, bytes.count, &count,
                    &access, &native)
            }
        }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return (count, Access(isOthers: access & 1 != 0, isOpen: access & 2 != 0))
    }
}
