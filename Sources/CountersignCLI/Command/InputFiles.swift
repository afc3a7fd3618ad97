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

    /// The revocation lists of a file: all X509 CRL blocks of a PEM text, or one list in DER.
    static func revocationLists(_ path: String) throws(UsageError) -> [[UInt8]] {
        let file = try read(path)
        var lists = [file]
        if PEMDocument.isPEM(file) {
            do throws(ImportError) {
                lists = try PEMDocument(file).contents(labelled: "X509 CRL")
            } catch {
                throw UsageError("'" + path + "': " + error.description, exitCode: .unreadableInput)
            }
        }
        for list in lists {
            do throws(DERError) {
                _ = try RevocationList(list.span)
            } catch {
                let place = "byte " + String(error.offset)
                throw UsageError("'" + path + "': a malformed revocation list, " + place, exitCode: .unreadableInput)
            }
        }
        guard !lists.isEmpty else {
            throw UsageError("no revocation list in '" + path + "'", exitCode: .unreadableInput)
        }
        return lists
    }

    /// An OCSP response in DER.
    static func statusResponse(_ path: String) throws(UsageError) -> [UInt8] {
        let file = try read(path)
        do throws(DERError) {
            _ = try OCSPResponse(file.span)
        } catch {
            let place = "byte " + String(error.offset)
            throw UsageError("'" + path + "': a malformed OCSP response, " + place, exitCode: .unreadableInput)
        }
        return file
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

    /// The identity of `--cert` and `--key`; one file may hold both. A passphrase is asked for where it is needed.
    static func identity(_ arguments: Arguments, certificate: String) throws(UsageError) -> Identity {
        let key = arguments.value("--key") ?? certificate
        warnIfOthersMayRead(key)
        return try PassphraseOptions.with(arguments) { passphrase throws(ImportError) in
            try Identity(certificatePath: certificate, keyPath: key, passphrase: passphrase)
        } failure: { error in
            UsageError(
                "no identity from '" + certificate + "' and '" + key + "': " + error.description,
                exitCode: .unreadableInput)
        }
    }

    /// A private key that others on the machine may read is told of.
    static func warnIfOthersMayRead(_ path: String) {
        do throws(MappedFile.Failure) {
            let file = try MappedFile(path: (Array(path.utf8) + [0]).span)
            guard file.mode & 0o077 != 0 else { return }
            Stream.error.line("warning: others may read the private key in '" + path + "' (chmod 600)")
        } catch {
            // Reading it in earnest will say why it cannot be read.
        }
    }

    private static func list(_ paths: [String]) -> String {
        paths.map { "'" + $0 + "'" }.joined(separator: ", ")
    }
}
