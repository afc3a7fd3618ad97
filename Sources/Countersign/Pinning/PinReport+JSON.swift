extension PinReport {
    /// The report as one line of JSON with TrustKit's keys, without an end of line.
    ///
    /// `validated-certificate-chain` has the verified path in PEM, the server's own certificate first; an anchor that only a
    /// handler knew is missing. `validation-result` is TrustKit's number: 1 for no matching pin, 2 for no valid chain.
    /// The program's own keys are written where `bundleIdentifier` and `appVersion` are given.
    public func json(bundleIdentifier: String? = nil, appVersion: String? = nil) -> String {
        var writer = JSONWriter(isCompact: true)
        writer.object { writer in
            if let bundleIdentifier { writer.string("app-bundle-id", bundleIdentifier) }
            if let appVersion { writer.string("app-version", appVersion) }
            writer.string("app-platform", "LINUX")
            writer.string("date-time", date.text)
            writer.string("hostname", host)
            writer.integer("port", Int64(port))
            writer.string("noted-hostname", pattern)
            writer.bool("include-subdomains", domain.includesSubdomains)
            writer.bool("enforce-pinning", domain.enforcement == .enforced)
            writer.array("validated-certificate-chain") { writer in
                for der in certificates { writer.string(nil, PEMDocument.encoded(der, label: "CERTIFICATE")) }
            }
            writer.array("known-pins") { writer in
                for pin in wantedPins { writer.string(nil, pin.headerText) }
            }
            writer.integer("validation-result", verdict.outcome == .unverified ? 2 : 1)
            if let expiration = domain.expiration {
                writer.string("known-pins-expiration-date", expiration.text)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension AnchorStore {
    /// The DER of the anchor with this SHA-256; nil when it isn't here. Reads every anchor: for reports alone.
    func certificate(fingerprint: SHA256Digest) -> [UInt8]? {
        var scratch = AnchorScratch()
        for index in 0..<count {
            do throws(DERError) {
                let certificate = try view.anchor(at: index, decodingInto: &scratch).certificate
                guard certificate.fingerprint.span.isEqual(to: fingerprint.span) else { continue }
                let encoding = certificate.der
                return encoding.indices.map { encoding[$0] }
            } catch {
                continue
            }
        }
        return nil
    }
}
