/// MacData (RFC 7292 §4): a MAC over the AuthenticatedSafe, with the key derivation of RFC 7292 or, as RFC 9579 has it,
/// PBMAC1.
struct MacData {
    enum Scheme {
        case pkcs12(HashAlgorithm, salt: [UInt8], iterations: UInt64)
        case pbmac1(HashAlgorithm, PBKDF2Parameters, keyCount: Int)
    }

    let scheme: Scheme
    let digest: [UInt8]

    init(_ reader: inout BERReader) throws(ImportError) {
        var fields = try reader.sequence("macData")
        var digestInfo = try fields.sequence("mac")
        var identifier = try digestInfo.sequence("digestAlgorithm")
        let algorithm = try identifier.objectIdentifier("digestAlgorithm")
        let start = digestInfo.position
        digest = try digestInfo.octetString("digest").copied()
        let salt = try fields.octetString("macSalt").copied()
        let iterations = fields.nextTag == .integer ? try positive(&fields, "iterations") : 1
        let hash: HashAlgorithm
        if algorithm == .pbmac1 {
            // RFC 9579 §4: macSalt and iterations have no meaning here.
            let (macHash, key, keyCount) = try Self.pbmac1(&identifier)
            hash = macHash
            scheme = .pbmac1(macHash, key, keyCount: keyCount)
        } else {
            do throws(ImportError) {
                hash = try hashAlgorithm(algorithm)
            } catch {
                throw ImportError(.unsupportedAlgorithm, "MAC with \(error.detail)")
            }
            scheme = .pkcs12(hash, salt: salt, iterations: iterations)
        }
        guard digest.count == hash.digestSize else {
            throw ImportError(.malformed, "the MAC of \(hashName(hash)) has \(digest.count) bytes", at: start)
        }
    }

    /// PBMAC1-params (RFC 8018 appendix A.5) within the limits of RFC 9579: the key's length is given and is
    /// 20 octets or more.
    private static func pbmac1(
        _ identifier: inout BERReader
    ) throws(ImportError) -> (HashAlgorithm, PBKDF2Parameters, keyCount: Int) {
        var parameters = try identifier.sequence("PBMAC1-params")
        let start = parameters.position
        let key = try PBKDF2Parameters(&parameters)
        var scheme = try parameters.sequence("messageAuthScheme")
        let hash = try hmacHash(try scheme.objectIdentifier("messageAuthScheme"))
        guard let keyCount = key.keyCount, keyCount >= 20 else {
            throw ImportError(.malformed, "PBMAC1: keyLength is absent or less than 20", at: start)
        }
        return (hash, key, keyCount)
    }

    var iterations: UInt64 {
        switch scheme {
        case .pkcs12(_, _, let iterations): iterations
        case .pbmac1(_, let key, _): key.iterations
        }
    }

    /// Blocks of hash output for the work budget.
    var blocks: UInt64 {
        switch scheme {
        case .pkcs12: return 1
        case .pbmac1(_, let key, let keyCount):
            return UInt64((keyCount + key.hash.digestSize - 1) / key.hash.digestSize)
        }
    }

    var name: String {
        switch scheme {
        case .pkcs12(let hash, _, _): "HMAC-\(hashName(hash))"
        case .pbmac1(let hash, let key, _): "PBMAC1 (PBKDF2 with HMAC-\(hashName(key.hash)), HMAC-\(hashName(hash)))"
        }
    }

    /// Verifies with each encoding of the passphrase and keeps the one that fits. Throws `wrongPassphrase` or
    /// `passphraseNeeded` when none does.
    func verify(_ authSafe: Span<UInt8>, _ unlocker: inout Unlocker) throws(ImportError) {
        var family = Unlocker.Family.pkcs12
        if case .pbmac1 = scheme { family = .pkcs5 }
        for encoding in unlocker.encodings(family) {
            guard let octets = unlocker.octets(encoding) else { continue }
            try unlocker.spend(iterations, blocks: blocks)
            let mac = try compute(authSafe, passphrase: octets.span)
            if constantTimeEqual(mac.span, digest.span) {
                unlocker.settle(encoding)
                return
            }
        }
        throw unlocker.refusal("MAC")
    }

    private func compute(_ message: Span<UInt8>, passphrase: Span<UInt8>) throws(ImportError) -> SecretBytes {
        let unsupported = ImportError(.unsupportedAlgorithm, "\(name): this mbedTLS lacks a part of it")
        let hash: HashAlgorithm
        var key: SecretBytes
        switch scheme {
        case .pkcs12(let named, let salt, let iterations):
            hash = named
            guard
                let derived = PKCS12KeyDerivation.derive(
                    .mac, count: hash.digestSize, hash: hash, passphrase: passphrase, salt: salt.span,
                    iterations: iterations)
            else { throw unsupported }
            key = derived
        case .pbmac1(let named, let parameters, let keyCount):
            hash = named
            key = SecretBytes(count: keyCount)
            var output = key.mutableSpan
            guard let rounds = UInt32(exactly: parameters.iterations),
                pbkdf2(
                    parameters.hash, passphrase: passphrase, salt: parameters.salt.span, iterations: rounds,
                    into: &output)
            else { throw unsupported }
        }
        var mac = SecretBytes(count: hash.digestSize)
        var output = mac.mutableSpan
        guard hmac(hash, key: key.span, of: message, into: &output) == hash.digestSize else { throw unsupported }
        return mac
    }
}
