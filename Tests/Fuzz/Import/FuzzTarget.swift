import Countersign
import CountersignCore
import Foundation

/// A reader of files that takes bytes from anywhere.
enum FuzzTarget: String, CaseIterable {
    case ber, pkcs12, pem, pkcs8

    static let misfit = "an identity that doesn't fit"

    /// Files to damage. Those that cost much key derivation are left out.
    func startingPoints() -> [[UInt8]] {
        let folder = URL(fileURLWithPath: "build/fixtures/import")
        let names: [String]
        switch self {
        case .ber: names = ["openssl-open.p12", "openssl-open-rsa.p12", "openssl-plain.p12"]
        case .pkcs12:
            names = [
                "openssl-open.p12", "openssl-open-rsa.p12", "openssl-nomac.p12", "openssl-noiter.p12",
                "openssl-nokeys.p12", "openssl-pbe-pbe-sha1-rc2-40.p12", "java-two.p12",
            ]
        case .pem: names = ["leaf.pem", "leaf.key", "key-traditional-aes128.pem", "key-dsa.pem", "rsa.key"]
        case .pkcs8:
            names = [
                "key-pkcs8.der", "key-pkcs1.der", "key-sec1.der", "key-pbe-md5-des.der", "key-pbe-sha1-rc2-40.der",
                "leaf.der", "rsa.der",
            ]
        }
        return names.compactMap { try? [UInt8](Data(contentsOf: folder.appendingPathComponent($0))) }
    }

    /// Reads an input; what came of it, in a word.
    func run(_ input: [UInt8]) -> String {
        var options = ImportOptions()
        options.iterationLimit = 5_000
        options.triesLegacyPassphraseEncodings = true
        do throws(ImportError) {
            switch self {
            case .ber, .pkcs12:
                let items = try importPKCS12(input, passphrase: "111111", options: options)
                return items.contains { !Self.fits($0.identity) } ? Self.misfit : "opened"
            case .pem:
                _ = try? PEMDocument(input, strictness: .strict)
                _ = try? PEMDocument(input, strictness: .lax)
                _ = try? importCertificates(input)
                if let identity = try? Identity(certificateFile: input, keyFile: input), !Self.fits(identity) {
                    return Self.misfit
                }
                _ = try PrivateKey(input, passphrase: "secret", options: options)
                return "opened"
            case .pkcs8:
                _ = FileForm(sniffing: input)
                _ = try? importCertificates(input)
                _ = try PrivateKey(input, passphrase: "secret", options: options)
                return "opened"
            }
        } catch {
            return error.code.description
        }
    }

    /// The library's own view of the pair, asked apart from the importer.
    private static func fits(_ identity: Identity?) -> Bool {
        guard let identity else { return true }
        return identity.privateKey.withDER { key in
            checkKeyPair(certificate: identity.certificate.span, privateKey: key.span) != .mismatch
        }
    }
}
