import Countersign

/// What was found in one file.
struct InspectedFile {
    enum Item {
        case certificate(CertificateSummary)
        /// A private key: what it is, and the pin of its public half.
        case privateKey(algorithm: String, pin: String)
        /// Something that is only named.
        case other(String)
        /// Something that should be readable and is not.
        case unreadable(String)
    }

    let path: String
    private(set) var items: [Item] = []

    init(_ path: String, _ bytes: [UInt8]) {
        self.path = path
        switch FileForm(sniffing: bytes) {
        case .pem: readPEM(bytes)
        case .certificate: items = [InspectedFile.certificateOrList(bytes)]
        case .privateKey: items = [InspectedFile.privateKey(bytes)]
        case .encryptedPrivateKey: items = [.other("an encrypted private key")]
        case .pkcs12: items = [.other("a PKCS #12 key store")]
        case .pkcs7: items = [.other("a CMS bundle (.p7b)")]
        case .unknown: items = [.unreadable("neither PEM, nor a certificate, key or key store in DER")]
        }
    }

    var isUnreadable: Bool {
        items.contains { if case .unreadable = $0 { true } else { false } }
    }

    private mutating func readPEM(_ bytes: [UInt8]) {
        do throws(ImportError) {
            for block in try PEMDocument(bytes).blocks {
                switch block.label {
                case "CERTIFICATE", "X509 CERTIFICATE": items.append(InspectedFile.certificate(block.contents))
                case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY":
                    let isEncrypted = !block.headers.isEmpty
                    items.append(
                        isEncrypted ? .other("an encrypted private key") : InspectedFile.privateKey(block.contents))
                case "X509 CRL": items.append(InspectedFile.revocationList(block.contents))
                case "ENCRYPTED PRIVATE KEY": items.append(.other("an encrypted private key"))
                default: items.append(.other(block.label))
                }
            }
        } catch {
            items.append(.unreadable(error.description))
        }
        if items.isEmpty { items = [.unreadable("no PEM block")] }
    }

    /// From outside both look the same.
    private static func certificateOrList(_ der: [UInt8]) -> Item {
        let list = revocationList(der)
        if case .unreadable = list { return certificate(der) }
        return list
    }

    private static func certificate(_ der: [UInt8]) -> Item {
        do throws(DERError) {
            return .certificate(CertificateSummary(try Certificate(der.span)))
        } catch {
            return .unreadable("a malformed certificate (byte " + String(error.offset) + ")")
        }
    }

    private static func revocationList(_ der: [UInt8]) -> Item {
        do throws(DERError) {
            let list = try RevocationList(der.span)
            let until = list.nextUpdate.map { " until " + $0.text } ?? ""
            return .other("a revocation list of " + list.issuer.text + ", from " + list.thisUpdate.text + until)
        } catch {
            return .unreadable("a malformed revocation list (byte " + String(error.offset) + ")")
        }
    }

    private static func privateKey(_ der: [UInt8]) -> Item {
        do throws(ImportError) {
            let key = try PrivateKey(der)
            return .privateKey(algorithm: key.algorithmName, pin: key.pin)
        } catch {
            return .unreadable("a private key: " + error.description)
        }
    }

    func text(_ style: Style) -> String {
        var text = ""
        for (index, item) in items.enumerated() {
            let title = items.count == 1 ? path : path + ", part " + String(index + 1)
            switch item {
            case .certificate(let summary):
                text += style.strong(title + ": certificate") + "\n" + ProbeReport.describe(summary)
                text += "  serial    " + summary.serialNumber + "\n  sha256    " + summary.fingerprint + "\n"
            case .privateKey(let algorithm, let pin):
                text +=
                    style.strong(title + ": private key") + "\n  key       " + algorithm + "\n  pin       " + pin + "\n"
            case .other(let what): text += style.strong(title) + ": " + what + "\n"
            case .unreadable(let why): text += style.strong(title) + ": " + style.bad("cannot be read: " + why) + "\n"
            }
        }
        return text
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.string("path", path)
            writer.array("parts") { writer in
                for item in items {
                    writer.object { writer in
                        switch item {
                        case .certificate(let summary):
                            writer.string("kind", "certificate")
                            writer.certificate(summary, "certificate")
                        case .privateKey(let algorithm, let pin):
                            writer.string("kind", "privateKey")
                            writer.string("algorithm", algorithm)
                            writer.string("pin", pin)
                        case .other(let what):
                            writer.string("kind", "other")
                            writer.string("what", what)
                        case .unreadable(let why):
                            writer.string("kind", "unreadable")
                            writer.string("reason", why)
                        }
                    }
                }
            }
        }
    }
}
