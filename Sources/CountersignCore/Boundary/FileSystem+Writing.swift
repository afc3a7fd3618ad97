internal import CCountersign

extension FileSystem {
    /// A new file with these contents and permission bits, which appears whole or not at all. Unless `replaces`, a path
    /// that exists is left alone and its errno, 17, thrown. The path is UTF-8 with a NUL at its end.
    package static func write(
        _ contents: Span<UInt8>, to path: Span<UInt8>, mode: UInt32, replaces: Bool
    ) throws(ShimError) {
        guard path.count > 1, path[path.count - 1] == 0 else { throw ShimError(.invalidArgument) }
        var native: Int32 = 0
        let code = unsafe path.withUnsafeBytes { path in
            unsafe contents.withUnsafeBufferPointer { contents in
                unsafe ccountersign_write_file(
                    path.baseAddress?.assumingMemoryBound(to: CChar.self), ccountersign_bytes(contents), mode,
                    replaces ? 1 : 0, &native)
            }
        }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
    }

    /// Linux's errno for a path that exists and was to be left alone, and for one that leads nowhere.
    package static var alreadyExists: Int32 { 17 }
    package static var noSuchEntry: Int32 { 2 }
    package static var noFolder: Int32 { 20 }
}
