/// Files that say which servers to trust.
public enum PolicyFormat: UInt8, CaseIterable, Sendable {
    /// This library's own, in JSON.
    case countersign = 0
    /// Lines of a host and its pins, or the calls of CertificatePinner.Builder in source code.
    case okHTTP = 1
    /// TrustKit's configuration in a property list: its own, or TSKConfiguration in an Info.plist.
    case trustKit = 2
    /// NSPinnedDomains and NSExceptionDomains in a property list: NSAppTransportSecurity in an Info.plist.
    case nsPinnedDomains = 3
    /// Android's network_security_config in XML.
    case android = 4
    /// Options of curl; only written.
    case curl = 5

    /// As the tool's options name it.
    public var name: String {
        switch self {
        case .countersign: "countersign"
        case .okHTTP: "okhttp"
        case .trustKit: "trustkit"
        case .nsPinnedDomains: "nspinneddomains"
        case .android: "android"
        case .curl: "curl"
        }
    }

    /// Looks at the beginning of a file, and at its root if it is XML. Nil for none of them.
    public init?(sniffing file: [UInt8]) {
        let start = UTF8Text.trimmed(Array(file.prefix(4_096)))
        switch start.first {
        case UInt8(ascii: "{"): self = .countersign
        case UInt8(ascii: "<"), 0xEF:
            guard let root = try? XMLReader.read(file) else { return nil }
            if root.isCalled("network-security-config") {
                self = .android
            } else if let list = try? PropertyList.value(of: root) {
                guard let format = PolicyFormat(propertyList: list) else { return nil }
                self = format
            } else {
                return nil
            }
        default:
            guard OkHTTPReader.isLikely(file) else { return nil }
            self = .okHTTP
        }
    }

    private init?(propertyList list: DocumentNode) {
        if TrustKitReader.configuration(in: list) != nil {
            self = .trustKit
        } else if TransportSecurityReader.settings(in: list) != nil {
            self = .nsPinnedDomains
        } else {
            return nil
        }
    }
}
