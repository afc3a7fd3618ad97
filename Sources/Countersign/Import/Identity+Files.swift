extension Identity {
    /// An identity from a certificate file and a key file, PEM or DER told by content; without `keyPath` both are in one
    /// PEM file. The copies of the files made here are wiped.
    ///
    /// Throws what `Identity.init(certificateFile:keyFile:)` throws, and `unreadableFile`. The detail names the file.
    public convenience init(
        certificatePath: String, keyPath: String? = nil, passphrase: Passphrase? = nil,
        options: ImportOptions = ImportOptions()
    ) throws(ImportError) {
        let certificateFile = try contents(ofFile: certificatePath)
        var keyFile = try contents(ofFile: keyPath ?? certificatePath)
        defer {
            var span = keyFile.mutableSpan
            wipe(&span)
        }
        try self.init(
            certificateFile: certificateFile, keyFile: keyFile, passphrase: passphrase, options: options)
    }

    /// The one identity of a file: a PKCS #12 store or a PEM file. The copy of the file made here is wiped.
    ///
    /// Throws what `importing(_:passphrase:label:)` throws, and `unreadableFile`. The detail names the file.
    public static func importing(
        contentsOfFile path: String, passphrase: Passphrase? = nil, label: String? = nil,
        options: ImportOptions = ImportOptions()
    ) throws(ImportError) -> Identity {
        var file = try contents(ofFile: path)
        defer {
            var span = file.mutableSpan
            wipe(&span)
        }
        return try importing(file, passphrase: passphrase, label: label, options: options)
    }
}

/// A regular file's bytes. Throws `unreadableFile`, naming the file and the reason.
package func contents(ofFile path: String) throws(ImportError) -> [UInt8] {
    do throws(MappedFile.Failure) {
        let file = try MappedFile(path: (Array(path.utf8) + [0]).span)
        let bytes = file.bytes
        return bytes.indices.map { bytes[$0] }
    } catch {
        let reason = error.number == 0 ? "not a regular file" : ConnectionError(systemError: error.number).text
        throw ImportError(.unreadableFile, "'" + path + "': " + reason)
    }
}
