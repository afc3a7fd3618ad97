/// Files that appear whole or not at all.
package enum OutputFile {
    /// Mode 0600 for secrets, else 0644, less the process's umask. Throws `fileExists` and `unwritableFile`.
    package static func write(
        _ contents: Span<UInt8>, to path: String, isSecret: Bool, replacing: Bool
    ) throws(MintingError) {
        do throws(ShimError) {
            let name = Array(path.utf8) + [0]
            try FileSystem.write(contents, to: name.span, mode: isSecret ? 0o600 : 0o644, replaces: replacing)
        } catch {
            if error.native == FileSystem.alreadyExists { throw existsError(path) }
            let reason = error.native == 0 ? "no file name" : ConnectionError(systemError: error.native).text
            throw MintingError(.unwritableFile, "'" + path + "': " + reason)
        }
    }

    /// Whether something is there. What is there a moment later, writing finds out.
    package static func exists(_ path: String) -> Bool {
        do throws(MappedFile.Failure) {
            _ = try MappedFile(path: (Array(path.utf8) + [0]).span)
            return true
        } catch {
            return error.number != FileSystem.noSuchEntry && error.number != FileSystem.noFolder
        }
    }

    package static func existsError(_ path: String) -> MintingError {
        MintingError(.fileExists, "'" + path + "' is there already")
    }
}
