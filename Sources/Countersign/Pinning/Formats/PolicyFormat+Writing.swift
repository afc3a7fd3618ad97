extension PolicyConversion {
    /// A policy in another format, with what that format can't say. Nothing is written of a domain that would mean
    /// something else there.
    public static func text(of policy: Policy, as format: PolicyFormat) -> (text: [UInt8], findings: [PolicyFinding]) {
        var writer = PolicyFormatWriter(policy)
        switch format {
        case .countersign: return (policy.json, [])
        case .okHTTP: writer.writeOkHTTP()
        case .curl: writer.writeCurl()
        case .android: writer.writeAndroid()
        case .trustKit: writer.writeTrustKit()
        case .nsPinnedDomains: writer.writeTransportSecurity()
        }
        return (Array(writer.text.utf8), writer.findings)
    }
}
