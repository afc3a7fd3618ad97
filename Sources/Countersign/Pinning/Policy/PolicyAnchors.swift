/// Which anchors a policy trusts.
public struct PolicyAnchors: Sendable {
    /// The system's too.
    public var includesSystem: Bool
    /// Files of certificates, PEM or DER. A relative path is one from the policy's own file.
    public var files: [String]
    /// Certificates in DER.
    public var certificates: [[UInt8]]

    public init(includesSystem: Bool, files: [String] = [], certificates: [[UInt8]] = []) {
        self.includesSystem = includesSystem
        self.files = files
        self.certificates = certificates
    }

    /// Nothing is trusted.
    public var isEmpty: Bool { !includesSystem && files.isEmpty && certificates.isEmpty }

    /// Reads the files. Throws `.unreadableAnchor`, `.noAnchors`: what is missing is never passed over.
    func resolved(in directory: String) throws(PolicyError) -> Configuration.Anchors {
        guard !isEmpty else { throw PolicyError(.noAnchors, "anchors", "nothing could be trusted") }
        guard !files.isEmpty || !certificates.isEmpty else { return .system }
        var table = AnchorTable()
        for file in files { table.read(file: PolicyAnchors.path(file, in: directory)) }
        for (position, certificate) in certificates.enumerated() {
            table.append(certificate.span, source: .position(position))
        }
        let store = AnchorStore(table)
        if let skipped = store.skipped.first {
            switch skipped.source {
            case .path(let path): throw PolicyError(.unreadableAnchor, path, skipped.reason.text)
            default: throw PolicyError(.unreadableAnchor, "anchors", skipped.reason.text)
            }
        }
        guard store.count > 0 else { throw PolicyError(.noAnchors, "anchors", "no certificate in the files") }
        return includesSystem ? .systemAnd(store) : .only(store)
    }

    private static func path(_ file: String, in directory: String) -> String {
        directory.isEmpty || file.utf8.first == UInt8(ascii: "/") ? file : directory + "/" + file
    }
}
