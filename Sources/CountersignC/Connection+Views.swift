import Countersign

/// What is read of a challenge. Views can't leave the access to a class's property, so they are used up within it.
extension Connection {
    /// What evaluating the trust that waits came to.
    struct Evaluation {
        let credential: Credential
        let path: CertificationPath?
        let refusal: TrustError?
        let text: String
    }

    /// Nil when no server-trust challenge waits.
    func evaluate(anchoredTo other: AnchorStore?) -> Evaluation? {
        guard let trust = challenge?.protectionSpace.serverTrust else { return nil }
        guard let other else { return Connection.evaluated(trust) }
        return Connection.evaluated(trust.anchored(to: other.view))
    }

    private static func evaluated(_ given: ServerTrust) -> Evaluation {
        var trust = given
        do throws(TrustError) {
            let path = try trust.evaluate()
            return Evaluation(credential: Credential(trust: trust), path: path, refusal: nil, text: "")
        } catch {
            return Evaluation(
                credential: Credential(trust: trust), path: nil, refusal: error, text: error.text(trust))
        }
    }

    /// Accepts the server whose trust waits, without an evaluation.
    var unevaluatedCredential: Credential? {
        guard let trust = challenge?.protectionSpace.serverTrust else { return nil }
        return Credential(trust: trust)
    }

    var previousFailureCount: Int { challenge?.previousFailureCount ?? 0 }

    /// One issuer's DER name out of the server's request.
    func issuer(at index: Int) -> [UInt8] {
        guard let names = challenge?.protectionSpace.distinguishedNames else { return [] }
        let name = names[index]
        return name.indices.map { name[$0] }
    }

    /// One certificate as the peer sent it.
    func peerCertificate(at index: Int) -> [UInt8] {
        let chain = peerCertificates
        guard index >= 0, index < chain.count else { return [] }
        let certificate = chain[index]
        return certificate.indices.map { certificate[$0] }
    }

    var negotiatedProtocolName: String {
        let name = negotiatedApplicationProtocol
        return String(decoding: name.indices.map { name[$0] }, as: UTF8.self)
    }
}
