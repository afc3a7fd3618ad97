/// A policy read from a file of any known format, with everything to be known about the reading.
///
/// What the file says and a policy can't say is a finding, never dropped in silence; so are mistakes, where the reading
/// can go on. With errors among the findings, `policy` is what was left and not to be used.
public struct PolicyConversion: Sendable {
    public let format: PolicyFormat
    public let policy: Policy
    /// In the order of the file.
    public let findings: [PolicyFinding]

    /// Whether the policy can be used.
    public var isUsable: Bool { !findings.contains { $0.severity == .error } }

    /// Reads a file whose format is told by its content where it isn't given. Throws a `PolicyError` for bytes that
    /// are no document of the format.
    public init(_ file: [UInt8], format: PolicyFormat? = nil, directory: String = "") throws(PolicyError) {
        guard let format = format ?? PolicyFormat(sniffing: file) else {
            // A damaged document tells where.
            do throws(DocumentError) {
                if UTF8Text.trimmed(Array(file.prefix(4_096))).first == UInt8(ascii: "<") {
                    _ = try PropertyList.value(of: try XMLReader.read(file))
                }
            } catch {
                throw PolicyError(error, in: file)
            }
            throw PolicyError(.unknownFormat, "", PolicyConversion.advice(file))
        }
        self.format = format
        var log = PolicyLog(file)
        do throws(DocumentError) {
            var read: Policy
            switch format {
            case .countersign: read = PolicyFileReader.policy(try JSONReader.read(file), &log)
            case .trustKit: read = TrustKitReader.policy(try PropertyList.read(file), &log)
            case .nsPinnedDomains: read = TransportSecurityReader.policy(try PropertyList.read(file), &log)
            case .android: read = AndroidReader.policy(try XMLReader.read(file), &log)
            case .okHTTP: read = try OkHTTPReader.policy(file, &log)
            case .curl: throw DocumentError(.unknownFormat, "options of curl are written and not read", at: 0)
            }
            read.directory = directory
            policy = read
        } catch {
            throw PolicyError(error, in: file)
        }
        policy.check(&log)
        findings = log.findings
    }

    /// The same from a file. Throws `.unreadableFile` too.
    public init(contentsOfFile path: String, format: PolicyFormat? = nil) throws(PolicyError) {
        try self.init(
            try PolicyConversion.bytes(of: path), format: format, directory: PolicyConversion.directory(of: path))
    }

    private static func advice(_ file: [UInt8]) -> String {
        file.starts(with: Array("bplist".utf8))
            ? "a binary property list: make it XML with plutil -convert xml1"
            : "no policy of this library, TrustKit, App Transport Security, Android or OkHttp"
    }

    static func bytes(of path: String) throws(PolicyError) -> [UInt8] {
        do throws(MappedFile.Failure) {
            let file = try MappedFile(path: (Array(path.utf8) + [0]).span)
            let bytes = file.bytes
            // One byte more than is read is enough to be too large.
            return (0..<min(bytes.count, DocumentError.sizeLimit + 1)).map { bytes[$0] }
        } catch {
            let reason = error.number == 0 ? "not a regular file" : ConnectionError(systemError: error.number).text
            throw PolicyError(.unreadableFile, path, reason)
        }
    }

    static func directory(of path: String) -> String {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
    }
}

extension Policy {
    /// Adds what is wrong between the parts, each of which has been read.
    func check(_ log: inout PolicyLog) {
        if let anchors, anchors.isEmpty {
            log.add(.error, .noAnchors, "anchors", "nothing could be trusted", nil)
        }
        for host in hosts {
            if let anchors = host.anchors, anchors.isEmpty {
                log.add(.error, .noAnchors, host.pattern, "nothing could be trusted", nil)
            }
        }
        // Each domain alone tells more than the first mistake of all.
        for domain in pinnedDomains where !domain.isExcluded {
            if let mistake = Policy.mistake([domain]) { log.add(mistake) }
        }
        guard !log.hasErrors, let mistake = Policy.mistake(pinnedDomains) else { return }
        log.add(mistake)
    }

    private static func mistake(_ domains: [PinnedDomain]) -> PinningError? {
        do throws(PinningError) {
            _ = try PinnedDomains(domains)
            return nil
        } catch {
            return error
        }
    }
}
