import Countersign

/// Files named on the command line.
enum InputFiles {
    /// A file's bytes.
    static func read(_ path: String) throws(UsageError) -> [UInt8] {
        do throws(MappedFile.Failure) {
            let file = try MappedFile(path: (Array(path.utf8) + [0]).span)
            let bytes = file.bytes
            return bytes.indices.map { bytes[$0] }
        } catch {
            throw unreadable(path, error.number)
        }
    }

    private static func unreadable(_ path: String, _ number: Int32) -> UsageError {
        let reason = number == 0 ? "not a regular file" : ConnectionError(systemError: number).text
        return UsageError("cannot read '" + path + "': " + reason, exitCode: .unreadableInput)
    }

    /// The certificates of a file.
    static func certificates(_ path: String) throws(UsageError) -> [[UInt8]] {
        let file = try read(path)
        do throws(ImportError) {
            return try importCertificates(file)
        } catch {
            throw UsageError("'" + path + "': " + error.description, exitCode: .unreadableInput)
        }
    }

    /// Anchors from PEM or DER files; what is no certificate is told on standard error.
    static func anchors(_ paths: [String]) throws(UsageError) -> AnchorStore {
        let store = AnchorStore(files: paths)
        for skipped in store.skipped {
            guard case .path(let path) = skipped.source else { continue }
            if case .unreadable(let number) = skipped.reason { throw unreadable(path, number) }
            Stream.error.line("warning: '" + path + "': skipped " + skipped.reason.text)
        }
        guard store.count > 0 else {
            throw UsageError("no certificate in " + list(paths), exitCode: .unreadableInput)
        }
        return store
    }

    /// The same certificates as mbedTLS takes them, to judge clients with.
    static func prepared(_ paths: [String]) throws(UsageError) -> PreparedCredential {
        var certificates: [[UInt8]] = []
        for path in paths { certificates += try self.certificates(path) }
        do throws(ShimError) {
            return try PreparedCredential(certificates: certificates, key: nil)
        } catch {
            throw UsageError(list(paths) + ": " + ConnectionError(error).text, exitCode: .unreadableInput)
        }
    }

    /// An identity from a certificate file and a key file.
    static func identity(certificate: String, key: String) throws(UsageError) -> Identity {
        do throws(ImportError) {
            return try Identity(certificatePath: certificate, keyPath: key)
        } catch {
            throw UsageError(
                "no identity from '" + certificate + "' and '" + key + "': " + error.description,
                exitCode: .unreadableInput)
        }
    }

    private static func list(_ paths: [String]) -> String {
        paths.map { "'" + $0 + "'" }.joined(separator: ", ")
    }
}
