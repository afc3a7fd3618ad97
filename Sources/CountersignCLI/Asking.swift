import Countersign

/// A handshake whose challenges are answered as the command line says, told and recorded as it goes.
enum Asking {
    /// Nil when it was established.
    static func shakeHands(
        _ connection: inout Connection, answers: Answers, narrator: inout Narrator, report: inout ProbeReport
    ) -> ConnectionError? {
        do throws(ConnectionError) {
            try connection.handshakeEvaluating { (challenge) throws(TrustError) in
                switch challenge.protectionSpace.authenticationMethod {
                case .serverTrust:
                    return try answerServerTrust(challenge, answers, &narrator, &report)
                case .clientCertificate:
                    narrator.asksForCertificate(challenge.protectionSpace)
                    narrator.answers(answers.clientCertificate, challenge.proposedCredential != nil)
                    report.note(challenge.protectionSpace)
                    return answers.clientCertificate
                }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Evaluates whatever the answer is going to be: people want to know.
    private static func answerServerTrust(
        _ challenge: borrowing AuthenticationChallenge, _ answers: Answers, _ narrator: inout Narrator,
        _ report: inout ProbeReport
    ) throws(TrustError) -> Disposition {
        guard var trust = challenge.protectionSpace.serverTrust else { return .cancelAuthenticationChallenge }
        narrator.presentsCertificates(trust.certificateChain.count)
        if let given = answers.serverTrust {
            narrator.answers(given)
            return given
        }
        if answers.acceptsAnyServer {
            narrator.acceptsAnything()
            return .useCredential(Credential(trust: trust))
        }
        do throws(TrustError) {
            report.path = try trust.evaluate()
            narrator.trusts(trust.result)
            return .useCredential(Credential(trust: trust))
        } catch {
            let text = error.text(trust)
            narrator.refuses(text)
            report.refusal = text
            throw error
        }
    }
}
