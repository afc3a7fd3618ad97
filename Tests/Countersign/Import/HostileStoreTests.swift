import CountersignCore
import Testing

@testable import Countersign

/// Damage, at every byte and at random: never a trap, never an identity whose key isn't its certificate's.
struct HostileStoreTests {
    /// SplitMix64: the same damage on every run.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    @Test(arguments: ["openssl-open.p12", "openssl-default.p12", "openssl-nokeys.p12"])
    func `a truncated store is malformed at every length`(_ name: String) throws {
        let file = try ImportFixtures.bytes(name)
        for length in 0..<file.count {
            let error = #expect(throws: ImportError.self) {
                try importPKCS12([UInt8](file[..<length]), passphrase: "111111")
            }
            #expect(error?.code == .malformed, "cut to \(length)")
        }
    }

    @Test(arguments: ["openssl-open.p12", "openssl-open-rsa.p12", "openssl-nomac.p12", "openssl-noiter.p12"])
    func `a mutated store never gives an identity that does not fit`(_ name: String) throws {
        let file = try ImportFixtures.bytes(name)
        var random = Generator(state: 0xC0FF_EE00_0000_0004)
        var opened = 0
        for _ in 0..<1500 {
            var mutated = file
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: mutated.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: mutated[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: mutated[index] = UInt8.random(in: 0...255, using: &random)
                case 2: mutated.remove(at: index)
                default: mutated.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            guard let items = try? importPKCS12(mutated, passphrase: "111111") else { continue }
            for identity in items.compactMap({ $0.identity }) {
                opened += 1
                #expect(Self.fits(identity))
            }
        }
        // Damage to names and signatures leaves identities; damage to a MAC leaves none.
        if name.contains("open-open") { #expect(opened > 0) }
    }

    private static func fits(_ identity: Identity) -> Bool {
        let verdict = identity.privateKey.withDER { key in
            checkKeyPair(certificate: identity.certificate.span, privateKey: key.span)
        }
        guard let certificate = try? StoredCertificate(identity.certificate),
            let theirs = certificate.publicKey, let ours = try? PublicKeyFields(identity.privateKey.publicKeyInfo)
        else { return false }
        return verdict != .mismatch && theirs.isSameKey(as: ours)
    }

    @Test func `bytes of a private key are watched one by one`() throws {
        let file = try ImportFixtures.bytes("openssl-open-rsa.p12")
        let certificate = try ImportFixtures.bytes("rsa.der")
        var identities = 0
        for index in stride(from: 0, to: file.count, by: 5) {
            var mutated = file
            mutated[index] ^= 0x10
            guard let items = try? importPKCS12(mutated, passphrase: nil) else { continue }
            for identity in items.compactMap({ $0.identity }) where identity.certificate == certificate {
                identities += 1
                #expect(Self.fits(identity), "byte \(index)")
            }
        }
        #expect(identities > 0)
    }
}
