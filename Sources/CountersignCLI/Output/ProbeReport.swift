import Countersign

/// What a probe found out.
struct ProbeReport {
    let target: String
    /// The path that was accepted; nil without an evaluation, or after a refusal.
    var path: CertificationPath?
    /// Why the trust was refused, in words.
    var refusal: String?
    private(set) var acceptableIssuers: [String] = []
    private(set) var record = ConnectionRecord()
    private(set) var failure: ConnectionError?
    /// Why the path lacked its pins, if it did.
    private(set) var pinReport: PinReport?
    private(set) var applicationProtocol: String?
    /// In the order sent; nil for one that cannot be read.
    private(set) var certificates: [CertificateSummary?] = []
    /// What cannot be read in the certificate that mbedTLS refused.
    private(set) var defect: String?

    init(target: String) {
        self.target = target
    }

    mutating func note(_ space: borrowing ProtectionSpace) {
        let names = space.distinguishedNames
        for index in 0..<names.count { acceptableIssuers.append(Narrator.text(of: names[index])) }
    }

    mutating func complete(_ connection: borrowing Connection, failure: ConnectionError?) {
        record = connection.record
        pinReport = connection.pinReport
        self.failure = failure
        let negotiated = connection.negotiatedApplicationProtocol
        if !negotiated.isEmpty {
            applicationProtocol = String(decoding: negotiated.indices.map { negotiated[$0] }, as: UTF8.self)
        }
        let chain = connection.peerCertificates
        for index in 0..<chain.count {
            do throws(DERError) {
                certificates.append(CertificateSummary(try Certificate(chain[index])))
            } catch {
                certificates.append(nil)
            }
        }
        if failure?.code == .peerCertificateRefused { defect = failure?.certificateDefect(in: chain) }
    }

    /// Whether the server was accepted after an evaluation, in this handshake or the one that it goes back to.
    var isTrusted: Bool {
        (record.handshake.resumed ?? record.handshake.serverTrust)?.trustResult.isTrusted ?? false
    }

    /// Why no session was resumed although there is a store.
    var sessionRefusal: String? { record.sessionRefusal?.text }

    /// What to do about a failure that is no verdict.
    private var hint: String {
        failure?.code == .clientCertificateRequired ? " (--cert and --key, or --p12)" : ""
    }

    /// The verdict in one line, without styling.
    var verdict: String {
        if let failure {
            if let refusal { return target + " is not trusted: " + refusal }
            if let defect { return target + " is not trusted: " + failure.text + ": " + defect }
            return target + ": " + failure.text + hint
        }
        return isTrusted ? target + " is trusted" : target + " was accepted WITHOUT EVALUATION of its trust"
    }
}
