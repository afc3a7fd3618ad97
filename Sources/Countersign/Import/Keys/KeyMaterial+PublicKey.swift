extension KeyMaterial {
    /// What people call the algorithm.
    var displayName: String {
        switch algorithm {
        case .rsaEncryption: return "RSA"
        case .rsassaPSS: return "RSA-PSS"
        case .ecPublicKey: return "EC"
        case .dsa: return "DSA"
        case .ed25519: return "Ed25519"
        default: return algorithmName(algorithm)
        }
    }

    /// PKCS #8 as mbedTLS reads it: an RSA-PSS key under RSA's own name, which is all that it knows.
    func libraryForm() -> SecretBytes {
        algorithm == .rsassaPSS ? pkcs8(as: .rsaEncryption, parameters: [0x05, 0x00]) : pkcs8()
    }

    /// The SubjectPublicKeyInfo that belongs to the private numbers.
    func derivePublicKeyInfo(_ library: borrowing SecretBytes) throws(ImportError) -> [UInt8] {
        switch algorithm {
        case .rsaEncryption, .ecPublicKey: return try askLibrary(library)
        case .rsassaPSS:
            let plain = try askLibrary(library)
            let fields = try PublicKeyFields(plain)
            return subjectPublicKeyInfo(fields.key)
        case .dsa: return try deriveDSA()
        case .ed25519: return try deriveEd25519()
        default: throw ImportError(.unsupportedAlgorithm, "private key of type \(displayName)")
        }
    }

    private func askLibrary(_ library: borrowing SecretBytes) throws(ImportError) -> [UInt8] {
        // A SubjectPublicKeyInfo is smaller than the RSA key it belongs to; an EC point is two numbers.
        var output = SecretBytes(count: 2 * library.count + 256)
        var span = output.mutableSpan
        let outcome = CountersignCore.derivePublicKeyInfo(ofPrivateKey: library.span, into: &span)
        switch outcome {
        case .derived(let count):
            output.truncate(to: count)
            return output.copied()
        case .malformed:
            if let foreign = whatLibraryLacks() { throw ImportError(.unsupportedAlgorithm, foreign) }
            throw ImportError(.malformed, "the \(displayName) private key can't be read")
        case .unsupported:
            throw ImportError(.unsupportedAlgorithm, "this mbedTLS lacks the type or curve of the \(displayName) key")
        case .failed: throw ImportError(.malformed, "the \(displayName) key's public half couldn't be computed")
        }
    }

    /// mbedTLS calls malformed what it doesn't know; nil when it should have known.
    private func whatLibraryLacks() -> String? {
        do throws(ImportError) {
            if algorithm == .ecPublicKey {
                var reader = BERReader(parameters.span)
                guard reader.nextTag == .objectIdentifier else { return "an elliptic curve with explicit parameters" }
                let curve = try reader.objectIdentifier("curve")
                return ObjectID.libraryCurves.contains(curve) ? nil : "elliptic curve \(curve.dotted)"
            }
            var reader = BERReader(inner.span)
            var fields = try reader.sequence("RSAPrivateKey")
            // RFC 8017 appendix A.1.2: version 1 has more than two primes.
            return try fields.unsigned("version") == 1 ? "an RSA key with more than two primes" : nil
        } catch {
            return nil
        }
    }

    /// A SubjectPublicKeyInfo with this key's algorithm around the contents of a BIT STRING.
    func subjectPublicKeyInfo(_ bits: [UInt8]) -> [UInt8] {
        var writer = DERWriter(capacity: bits.count + algorithm.octets.count + parameters.count + 40)
        writer.prepend(bits)
        writer.prependHeader(.bitString, since: 0)
        let mark = writer.count
        writer.prepend(parameters)
        let end = writer.count
        writer.prepend(algorithm.octets)
        writer.prependHeader(.objectIdentifier, since: end)
        writer.prependHeader(.sequence, since: mark)
        writer.prependHeader(.sequence, since: 0)
        return writer.finish().copied()
    }
}

extension ObjectID {
    /// The curves that mbedTLS has, in either version.
    fileprivate static let libraryCurves: [ObjectID] =
        ([1, 7] as [UInt8]).map { ObjectID([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, $0]) }
        + ([10, 31, 32, 33, 34, 35] as [UInt8]).map { ObjectID([0x2B, 0x81, 0x04, 0x00, $0]) }
        + ([7, 11, 13] as [UInt8]).map { ObjectID([0x2B, 0x24, 0x03, 0x03, 0x02, 0x08, 0x01, 0x01, $0]) }
}
