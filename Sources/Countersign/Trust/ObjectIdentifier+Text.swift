extension ObjectIdentifier {
    /// The dotted number, such as "2.5.29.30"; "?" behind it when it is longer than what is kept.
    public var text: String {
        var text = ""
        var value: UInt64 = 0
        var isFirst = true
        for index in 0..<min(Int(count), 24) {
            let octet = self[index]
            // An arc that does not fit is nobody's: shown modulo 2^64, never trapped on.
            value = value << 7 | UInt64(octet & 0x7F)
            guard octet & 0x80 == 0 else { continue }
            if isFirst {
                // X.690 §8.19.4: the first two arcs share one number.
                let top = min(value / 40, 2)
                text = String(top) + "." + String(value - top * 40)
                isFirst = false
            } else {
                text += "." + String(value)
            }
            value = 0
        }
        return Int(count) > 24 ? text + ".?" : text
    }

    /// The short name of an attribute type (RFC 4514 §3), or the dotted number.
    var attributeName: String {
        switch text {
        case "2.5.4.3": "CN"
        case "2.5.4.4": "SN"
        case "2.5.4.5": "serialNumber"
        case "2.5.4.6": "C"
        case "2.5.4.7": "L"
        case "2.5.4.8": "ST"
        case "2.5.4.9": "STREET"
        case "2.5.4.10": "O"
        case "2.5.4.11": "OU"
        case "2.5.4.12": "title"
        case "2.5.4.42": "GN"
        case "0.9.2342.19200300.100.1.1": "UID"
        case "0.9.2342.19200300.100.1.25": "DC"
        case "1.2.840.113549.1.9.1": "emailAddress"
        default: text
        }
    }

    /// The name of an extension that a verdict may have to talk about, or the dotted number.
    public var extensionName: String {
        switch text {
        case "2.5.29.14": "subjectKeyIdentifier"
        case "2.5.29.15": "keyUsage"
        case "2.5.29.17": "subjectAltName"
        case "2.5.29.18": "issuerAltName"
        case "2.5.29.19": "basicConstraints"
        case "2.5.29.30": "nameConstraints"
        case "2.5.29.31": "cRLDistributionPoints"
        case "2.5.29.32": "certificatePolicies"
        case "2.5.29.33": "policyMappings"
        case "2.5.29.35": "authorityKeyIdentifier"
        case "2.5.29.36": "policyConstraints"
        case "2.5.29.37": "extendedKeyUsage"
        case "2.5.29.54": "inhibitAnyPolicy"
        default: text
        }
    }
}

extension SignatureAlgorithm {
    /// The algorithm's usual name, or its dotted number.
    public var text: String {
        switch scheme {
        case .rsaPKCS1(let hash): "RSA with " + hash.text
        case .rsaPSS(let hash, _, _): "RSA-PSS with " + hash.text
        case .ecdsa(let hash): "ECDSA with " + hash.text
        case nil:
            switch identifier.text {
            case "1.3.101.112": "Ed25519"
            case "1.3.101.113": "Ed448"
            default: identifier.text
            }
        }
    }
}

extension HashAlgorithm {
    /// "SHA-256" and its like.
    public var text: String {
        switch self {
        case .md5: "MD5"
        case .sha1: "SHA-1"
        case .sha224: "SHA-224"
        case .sha256: "SHA-256"
        case .sha384: "SHA-384"
        case .sha512: "SHA-512"
        }
    }
}

extension PublicKeyInfo {
    /// The kind of key with its size, such as "RSA 2048".
    public var text: String {
        switch algorithm {
        case .rsa: "RSA " + String(bits)
        case .rsaPSS: "RSA-PSS " + String(bits)
        case .ecP256: "ECDSA P-256"
        case .ecP384: "ECDSA P-384"
        case .ecP521: "ECDSA P-521"
        case .ecOther: "elliptic curve " + identifier.text
        case .ed25519: "Ed25519"
        case .ed448: "Ed448"
        case .unknown: "unknown (" + identifier.text + ")"
        }
    }
}
