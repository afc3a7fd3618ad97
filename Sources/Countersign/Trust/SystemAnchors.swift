/// The anchors that the system trusts, from where Linux distributions keep them.
///
/// A bundle is memory-mapped and only its subjects are read, so that it is ready at once; a certificate is decoded when
/// an evaluation asks for it. Counterpart: the trust that SecTrust has by default.
public enum SystemAnchors {
    /// Found once, when first used; empty if there are none, which an evaluation reports as `noAnchors`.
    public static let shared = find()

    /// Bundles, in the order in which they are tried; the first with a certificate in it is used.
    public static var files: [String] {
        [
            "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Alpine, Arch, Gentoo, OpenWrt (ca-bundle)
            "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora, RHEL
            "/etc/pki/tls/certs/ca-bundle.crt",  // older Fedora and RHEL
            "/etc/ssl/ca-bundle.pem",  // openSUSE
            "/etc/ssl/cert.pem",  // Alpine, OpenWrt
        ]
    }

    /// Directories of single certificates, tried if there is no bundle.
    public static var directories: [String] {
        [
            "/etc/ssl/certs",  // Debian, OpenWrt (ca-certificates)
            "/etc/pki/tls/certs",  // Fedora, RHEL
        ]
    }

    /// Where anchors are looked for: the places above, or instead of them the file that SSL_CERT_FILE names and the
    /// directories that SSL_CERT_DIR lists, separated by colons, as OpenSSL reads these. The directory in which the
    /// file lies is not read besides it.
    public static var searchedPaths: [String] {
        let file = environment("SSL_CERT_FILE")
        let folders = environment("SSL_CERT_DIR")
        if file == nil && folders == nil { return files + directories }
        return (file.map { [$0] } ?? []) + (folders.map(split) ?? [])
    }

    /// Looks for them again. Reads files; the result can be shared.
    public static func find() -> AnchorStore {
        let file = environment("SSL_CERT_FILE")
        let folders = environment("SSL_CERT_DIR")
        // A bundle is made of what lies in its own directory, so that isn't read again.
        let others = split(folders ?? "").filter { folder in file.map { !isDirectly($0, in: folder) } ?? true }
        if !others.isEmpty {
            var table = AnchorTable()
            if let file { table.read(file: file) }
            for folder in others { table.read(directory: folder) }
            return AnchorStore(table)
        }
        // A file of the user's own choice may be cut short at any time: it is copied, not mapped.
        if let file { return AnchorStore(files: [file]) }
        for path in files {
            if let store = AnchorStore(mapping: path), store.count > 0 { return store }
        }
        var table = AnchorTable()
        for folder in directories where table.isEmpty { table.read(directory: folder) }
        return AnchorStore(table)
    }

    private static func isDirectly(_ file: String, in folder: String) -> Bool {
        let path = Array(file.utf8)
        let directory = Array(folder.utf8)
        let parent = path.lastIndex(of: 0x2f).map { path[..<$0] } ?? []
        return parent.elementsEqual(directory.last == 0x2f ? directory.dropLast() : directory[...])
    }

    private static func environment(_ name: StaticString) -> String? {
        var value = [UInt8](repeating: 0, count: 4_096)
        var room = value.mutableSpan
        guard let count = FileSystem.environment(name, into: &room), count > 0 else { return nil }
        return String(decoding: value[..<count], as: UTF8.self)
    }

    private static func split(_ list: String) -> [String] {
        list.utf8.split(separator: 0x3a).map { String(decoding: $0, as: UTF8.self) }
    }
}
