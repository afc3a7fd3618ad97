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
            let reason = error.number == 0 ? "not a regular file" : ConnectionError(systemError: error.number).text
            throw UsageError("cannot read '" + path + "': " + reason, exitCode: .unreadableInput)
        }
    }

    /// Anchors from PEM or DER files; what is no certificate is told on standard error.
    static func anchors(_ paths: [String]) throws(UsageError) -> AnchorStore {
        var contents: [[UInt8]] = []
        for path in paths { contents.append(try read(path)) }
        let store = AnchorStore(certificates: contents)
        for skipped in store.skipped {
            guard case .position(let index) = skipped.source else { continue }
            Stream.error.line("warning: '" + paths[index] + "': skipped " + skipped.reason.text)
        }
        guard store.count > 0 else {
            throw UsageError("no certificate in " + list(paths), exitCode: .unreadableInput)
        }
        return store
    }

    /// The same certificates as mbedTLS takes them, to judge clients with.
    static func prepared(_ paths: [String]) throws(UsageError) -> PreparedCredential {
        var certificates: [[UInt8]] = []
        for path in paths {
            let file = try read(path)
            do throws(ImportError) {
                certificates += try importCertificates(file)
            } catch {
                throw UsageError("'" + path + "': " + error.description, exitCode: .unreadableInput)
            }
        }
        do throws(ShimError) {
            return try PreparedCredential(certificates: certificates, key: nil)
        } catch {
            throw UsageError(list(paths) + ": " + ConnectionError(error).text, exitCode: .unreadableInput)
        }
    }

    /// An identity from a certificate file and a key file.
    static func identity(certificate: String, key: String) throws(UsageError) -> Identity {
        let certificateFile = try read(certificate)
        let keyFile = try read(key)
        do throws(ImportError) {
            return try Identity(certificateFile: certificateFile, keyFile: keyFile)
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
