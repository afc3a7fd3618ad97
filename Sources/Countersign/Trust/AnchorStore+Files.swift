extension AnchorStore {
    /// Anchors from files, each holding one DER certificate or any number of PEM blocks, whatever they are called.
    ///
    /// What can't be read or is no certificate is in `skipped`.
    public convenience init(files: [String]) {
        var table = AnchorTable()
        for path in files { table.read(file: path) }
        self.init(table)
    }

    /// Anchors from the files in a directory whose names end in .cer, .crt, .der or .pem, in any case, or are OpenSSL's
    /// hashes (`1d3472b9.0`).
    ///
    /// What can't be read or is no certificate is in `skipped`, the directory itself too if it can't be listed.
    public convenience init(directory: String) {
        var table = AnchorTable()
        table.read(directory: directory)
        self.init(table)
    }

    /// A bundle of PEM certificates, mapped, of which only the subjects are read now: the cheapest way to many anchors. Nil when
    /// it can't be read. What turns out to be malformed later is no anchor.
    public convenience init?(mapping path: String) {
        do throws(MappedFile.Failure) {
            let file = try MappedFile(sharing: (Array(path.utf8) + [0]).span)
            self.init(file: file, path: path)
        } catch {
            return nil
        }
    }
}

extension AnchorTable {
    /// Adds what is in one file.
    mutating func read(file path: String) {
        do throws(MappedFile.Failure) {
            let file = try MappedFile(path: (Array(path.utf8) + [0]).span)
            append(file.bytes, source: .path(path))
        } catch {
            skip(.path(path), .unreadable(error.number))
        }
    }

    /// Adds what is in a directory's certificate files, in the order of their names.
    mutating func read(directory: String) {
        var names: [UInt8] = []
        let path = Array(directory.utf8) + [0]
        do throws(MappedFile.Failure) {
            var none: [UInt8] = []
            var nothing = none.mutableSpan
            let needed = try FileSystem.list(directory: path.span, into: &nothing)
            names = [UInt8](repeating: 0, count: needed)
            var room = names.mutableSpan
            let written = try FileSystem.list(directory: path.span, into: &room)
            names.removeSubrange(min(written, needed)...)
        } catch {
            return skip(.path(directory), .unreadable(error.number))
        }
        let files = names.split(separator: 0).map { Array($0) }.filter { AnchorTable.isCertificateName($0) }
        for name in files.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            read(file: directory + "/" + String(decoding: name, as: UTF8.self))
        }
    }

    private static func isCertificateName(_ name: [UInt8]) -> Bool {
        guard let dot = name.lastIndex(of: 0x2e) else { return false }
        let suffix = name[(dot + 1)...].map { $0.lowercasedASCII }
        let known: [StaticString] = ["cer", "crt", "der", "pem"]
        if known.contains(where: { suffix.span.isEqual(to: $0) }) { return true }
        // OpenSSL's c_rehash: eight hexadecimal digits, a dot, a number.
        let isHash = name[..<dot].allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x61 && $0 <= 0x66 }
        return dot == 8 && isHash && !suffix.isEmpty && suffix.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }
}
