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

    /// In TLS 1.3 a server judges the client's certificate when the handshake is over for the client. What it says next
    /// tells: anything but an alert, such as a ticket, is a yes. A server that stays silent for a second has not refused.
    static func awaitServersVerdict(_ connection: inout Connection) -> ConnectionError? {
        let record = connection.record.handshake
        guard record.version == .tls13, record.clientCertificate != nil else { return nil }
        do throws(ConnectionError) {
            try listen(to: &connection) { $0.handshake.bytesReceived != record.bytesReceived }
            return nil
        } catch {
            return error
        }
    }

    /// In TLS 1.3 what can be resumed comes when the handshake is over for the client, if it comes: within a second.
    static func awaitTicket(_ connection: inout Connection) {
        guard connection.record.handshake.version == .tls13, !connection.record.isSessionKept else { return }
        do throws(ConnectionError) {
            try listen(to: &connection) { $0.isSessionKept }
        } catch {
            // The handshake was over: a server that goes away now has no tickets to give.
            return
        }
    }

    /// Reads until the server has said something, enough has been seen, or a second is over.
    private static func listen(
        to connection: inout Connection, until isEnough: (ConnectionRecord) -> Bool
    ) throws(ConnectionError) {
        let end = Clock.monotonicNanoseconds + 1_000_000_000
        var byte: [UInt8] = [0]
        while true {
            var span = byte.mutableSpan
            guard try connection.readAvailable(into: &span) == .wantsRead, !isEnough(connection.record) else { return }
            do throws(ShimError) {
                _ = try Readiness.wait(for: .readable, on: connection.fileDescriptor, until: end)
            } catch {
                return
            }
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
