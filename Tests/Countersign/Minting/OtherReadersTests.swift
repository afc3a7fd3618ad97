import Countersign
import Foundation
import TestSupport
import Testing

/// What OpenSSL, GnuTLS, Java and Python's cryptography say of what is made here.
struct OtherReadersTests {
    @Test(arguments: [KeyType.p256, .p384, .rsa2048])
    func `OpenSSL and GnuTLS verify a chain, strictly`(type: KeyType) throws {
        let workshop = try Workshop(type)
        let key = try PrivateKey.generate(type)
        let leaf = try workshop.issuing.issue(
            Workshop.server("device.example", "2001:db8::7"), publicKeyInfo: key.publicKeyInfo)
        try Workshop.withFolder { folder in
            let root = try workshop.root.certificate.writePEM("root.pem", in: folder)
            let issuing = try workshop.issuing.certificate.writePEM("issuing.pem", in: folder)
            let path = try leaf.writePEM("leaf.pem", in: folder)
            let time = String(Fixtures.clock)
            func verify(_ more: String...) throws -> Int32 {
                let command = ["openssl", "verify", "-x509_strict", "-attime", time, "-purpose", "sslserver"]
                return try run(command + ["-CAfile", root, "-untrusted", issuing] + more + [path]).exitCode
            }
            #expect(try verify() == 0)
            #expect(try verify("-verify_hostname", "device.example") == 0)
            #expect(try verify("-verify_ip", "2001:db8::7") == 0)
            #expect(try verify("-verify_hostname", "other.example") != 0)
            let both = try [path, issuing].map { try String(contentsOfFile: $0, encoding: .utf8) }
            let chain = try Array(both.joined().utf8).write("chain.pem", in: folder)
            let said = try Workshop.say(
                [
                    "certtool", "--verify", "--load-ca-certificate", root, "--infile", chain,
                    "--verify-hostname", "device.example",
                ])
            #expect(said.contains("Verified. The certificate is trusted."), "\(said)")
            #expect(try Workshop.say(["certtool", "-i", "--infile", path]).contains("Version: 3"))
        }
    }

    @Test(arguments: [KeyType.p256, .p384, .rsa2048])
    func `OpenSSL and GnuTLS read a key file, its public half inside`(type: KeyType) throws {
        try Workshop.withFolder { folder in
            let path = folder.appendingPathComponent("a.key").path
            let key = try PrivateKey.generate(type)
            try key.writePEM(to: path)
            #expect(try Workshop.say(["openssl", "pkey", "-in", path, "-check", "-noout"]).contains("Key is valid"))
            let info = folder.appendingPathComponent("a.pub").path
            _ = try Workshop.say(["openssl", "pkey", "-in", path, "-pubout", "-outform", "DER", "-out", info])
            #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: info))) == key.publicKeyInfo)
            // Byte for byte what OpenSSL would have written.
            let again = folder.appendingPathComponent("b.key").path
            _ = try Workshop.say(["openssl", "pkey", "-in", path, "-out", again])
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(contentsOf: URL(fileURLWithPath: again)))
            _ = try Workshop.say(["certtool", "-k", "--infile", path])
        }
    }

    @Test(arguments: [PKCS12Protection.modern, .legacy])
    func `OpenSSL, GnuTLS, Java and Python read a store`(protection: PKCS12Protection) throws {
        let workshop = try Workshop()
        let key = try PrivateKey.generate(.rsa2048)
        let leaf = try workshop.issuing.issue(Workshop.server("device.example"), publicKeyInfo: key.publicKeyInfo)
        let store = try exportPKCS12(
            privateKey: key, certificates: [leaf, workshop.issuing.certificate, workshop.root.certificate],
            passphrase: "secret phrase", friendlyName: "device", protection: protection)
        try Workshop.withFolder { folder in
            let path = try store.write("device.p12", in: folder)
            var command = ["openssl", "pkcs12", "-in", path, "-passin", "pass:secret phrase", "-noenc"]
            if protection == .legacy { command.append("-legacy") }
            let openssl = try Workshop.say(command)
            #expect(openssl.components(separatedBy: "BEGIN CERTIFICATE").count == 4)
            #expect(openssl.contains("BEGIN PRIVATE KEY") && openssl.contains("friendlyName: device"))
            #expect(try run(command.map { $0 == "pass:secret phrase" ? "pass:secret" : $0 }).exitCode != 0)

            let gnutls = try Workshop.say(
                ["certtool", "--p12-info", "--inder", "--infile", path, "--password", "secret phrase"])
            #expect(gnutls.components(separatedBy: "BEGIN CERTIFICATE").count == 4, "\(gnutls)")

            let java = try Workshop.say(
                ["keytool", "-list", "-v", "-storetype", "PKCS12", "-keystore", path, "-storepass", "secret phrase"])
            #expect(java.contains("PrivateKeyEntry") && java.contains("chain length: 3"), "\(java)")

            let script = """
                import sys
                from cryptography.hazmat.primitives.serialization import pkcs12
                key, leaf, others = pkcs12.load_key_and_certificates(open(sys.argv[1], "rb").read(), b"secret phrase")
                print(key.key_size, leaf.public_key() == key.public_key(), leaf.subject.rfc4514_string(), len(others))
                """
            #expect(try Workshop.say(["python3", "-c", script, path]).contains("2048 True CN=device.example 2"))
        }
    }
}
