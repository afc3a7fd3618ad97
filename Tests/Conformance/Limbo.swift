import Foundation

/// The part of the x509-limbo schema that the runner needs.
struct Limbo: Decodable {
    let testcases: [LimboCase]
}

struct LimboCase: Decodable, Sendable {
    struct PeerName: Decodable, Sendable {
        let kind: String
        let value: String
    }

    struct PolicyInputs: Decodable, Sendable {
        let initialPolicySet: [String]?
        let explicit: Bool?
        let mappingInhibit: Bool?
        let anyPolicyInhibit: Bool?

        enum CodingKeys: String, CodingKey {
            case initialPolicySet = "initial_policy_set"
            case explicit
            case mappingInhibit = "mapping_inhibit"
            case anyPolicyInhibit = "any_inhibit"
        }
    }

    let id: String
    let features: [String]?
    let tier: String?
    let validationKind: String
    let trustedCerts: [String]
    let untrustedIntermediates: [String]
    let peerCertificate: String
    let validationTime: String?
    let extendedKeyUsage: [String]?
    let expectedResult: String
    let expectedPeerName: PeerName?
    let maxChainDepth: Int?
    let crls: [String]?
    let trustStore: String?
    let policy: PolicyInputs?
    let options: [String]?

    enum CodingKeys: String, CodingKey {
        case id, features, tier, crls
        case validationKind = "validation_kind"
        case trustedCerts = "trusted_certs"
        case untrustedIntermediates = "untrusted_intermediates"
        case peerCertificate = "peer_certificate"
        case validationTime = "validation_time"
        case extendedKeyUsage = "extended_key_usage"
        case expectedResult = "expected_result"
        case expectedPeerName = "expected_peer_name"
        case maxChainDepth = "max_chain_depth"
        case trustStore = "x_trust_store"
        case policy = "x_policy"
        case options = "x_opts"
    }

    /// The most certificates between the ends.
    var maximumDepth: Int? {
        let option = options?.last { $0.hasPrefix("-verify_depth ") }
        return maxChainDepth ?? option.flatMap { Int($0.dropFirst("-verify_depth ".count)) }
    }

    /// False for cases whose last certificate is there but isn't meant to be an anchor for an issuer.
    var isAnchorGiven: Bool {
        guard let features else { return true }
        if features.contains("bssl-trust:DISTRUSTED") || features.contains("bssl-trust:UNSPECIFIED") { return false }
        return !features.contains("bssl-trust:TRUSTED_LEAF") || trustedCerts.first == peerCertificate
    }
}
