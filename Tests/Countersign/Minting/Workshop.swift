import Countersign
import Foundation
import TestSupport

/// A CA, an intermediate and what they issue, in memory; and a folder for those who read files.
struct Workshop {
    /// 2020 to 2049: certtool judges by today's date only.
    static let begin = UnixTime(seconds: 1_577_836_800)
    static let end = UnixTime(seconds: 2_500_000_000)

    let root: CertificateAuthority
    let issuing: CertificateAuthority

    init(_ type: KeyType = .p256) throws {
        root = try Workshop.root(type)
        var template = Workshop.template("Issuing")
        template.isAuthority = true
        template.pathLength = 0
        let key = try PrivateKey.generate(type)
        issuing = try CertificateAuthority(
            certificate: root.issue(template, publicKeyInfo: key.publicKeyInfo), privateKey: key)
    }

    static func root(_ type: KeyType = .p256, _ name: String = "Root") throws -> CertificateAuthority {
        var template = template(name)
        template.isAuthority = true
        return try .selfSigned(template, with: .generate(type))
    }

    static func template(_ name: String?) -> CertificateTemplate {
        CertificateTemplate(commonName: name, notBefore: begin, notAfter: end)
    }

    static func server(_ hosts: String...) -> CertificateTemplate {
        var template = template(hosts.first)
        template.subjectAlternativeNames = hosts.compactMap { SubjectAlternativeName($0) }
        template.extendedKeyUsages = [.serverAuth]
        return template
    }

    /// Our own verdict on what `issuing` or another authority issued; nil when it is trusted.
    func verdict(
        _ certificate: [UInt8], host: String?, server: Bool = true,
        at date: UnixTime = UnixTime(seconds: Fixtures.clock)
    ) throws -> TrustError.Code? {
        var policy = TrustPolicy.ssl(server: server, hostname: nil)
        if let host { policy.identifier = ReferenceIdentifier(host: Array(host.utf8).span) }
        let chain = CertificateChain(certificates: [certificate, issuing.certificate])
        let anchors = AnchorStore(certificates: [root.certificate])
        var trust = ServerTrust(
            certificateChain: chain.list, defaultAnchors: anchors.view, policy: policy, verifyDate: date)
        do throws(TrustError) {
            _ = try trust.evaluate()
            return nil
        } catch {
            return error.code
        }
    }

    static func summary(_ der: [UInt8]) throws -> CertificateSummary {
        let certificate = try Certificate(der.span)
        return CertificateSummary(certificate)
    }

    /// Runs with a folder of its own, which is gone afterwards.
    static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("minting-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    /// Runs a command and gives both outputs; a status other than 0 is an error.
    static func say(_ command: [String]) throws -> String {
        let outcome = try run(command)
        guard outcome.exitCode == 0 else { throw TestSupportError("\(command): \(outcome)") }
        return outcome.stdout + outcome.stderr
    }
}

extension [UInt8] {
    func write(_ name: String, in folder: URL) throws -> String {
        let path = folder.appendingPathComponent(name)
        try Data(self).write(to: path)
        return path.path
    }

    /// The same as a PEM file.
    func writePEM(_ name: String, in folder: URL) throws -> String {
        try Array(PEMDocument.encoded(self, label: "CERTIFICATE").utf8).write(name, in: folder)
    }
}
