extension Identity {
    /// An identity from a certificate file and a key file, PEM or DER told by content; without `keyPath` both are in one
    /// PEM file. The copies of the files made here are wiped.
    ///
    /// Throws what `Identity.init(certificateFile:keyFile:)` throws, and `unreadableFile`. The detail names the file.
    public convenience init(
        certificatePath: String, keyPath: String? = nil, passphrase: Passphrase? = nil,
        options: ImportOptions = ImportOptions()
    ) throws(ImportError) {
        let certificateFile = try Identity.contents(of: certificatePath)
        var keyFile = try Identity.contents(of: keyPath ?? certificatePath)
        defer {
            var span = keyFile.mutableSpan
            wipe(&span)
        }
        try self.init(
            certificateFile: certificateFile, keyFile: keyFile, passphrase: passphrase, options: options)
    }

    private static func contents(of path: String) throws(ImportError) -> [UInt8] {
        do throws(MappedFile.Failure) {
            let file = try MappedFile(path: (Array(path.utf8) + [0]).span)
            let bytes = file.bytes
            return bytes.indices.map { bytes[$0] }
        } catch {
            let reason = error.number == 0 ? "not a regular file" : ConnectionError(systemError: error.number).text
            throw ImportError(.unreadableFile, "'" + path + "': " + reason)
        }
    }
}
