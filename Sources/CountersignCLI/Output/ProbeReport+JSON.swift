import Countersign

extension ProbeReport {
    /// The report as one JSON object, which README.md documents.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.integer("version", 1)
            writer.string("target", target)
            writer.string("library", "mbedTLS " + LibraryVersion.text)
            writer.bool("established", failure == nil)
            writer.bool("trusted", isTrusted)
            writer.string("verdict", verdict)
            write(failure, to: &writer)
            writer.string("tlsVersion", orNull: record.handshake.version?.name.description)
            let suite = record.handshake.cipherSuite
            writer.string("cipherSuite", orNull: suite == 0 ? nil : CipherSuite(rawValue: suite).name)
            let group = record.handshake.group
            writer.string("group", orNull: group == 0 ? nil : KeyExchangeGroup(rawValue: group).name)
            writer.string("applicationProtocol", orNull: applicationProtocol)
            writer.bool("resumed", record.handshake.isResumed)
            writer.string("sessionRefusal", orNull: sessionRefusal)
            writer.bool("sessionKept", record.isSessionKept)
            writer.string("sessionFileProblem", orNull: record.sessionFileProblem?.text)
            writer.bool("retriedWithTLS12", record.isRetriedWithTLS12)
            writer.array("challenges") { writer in
                write(record.handshake.serverTrust, named: "serverTrust", to: &writer)
                write(record.handshake.clientCertificate, named: "clientCertificate", to: &writer)
            }
            writer.strings("acceptableIssuers", acceptableIssuers)
            writer.array("certificates") { writer in
                for certificate in certificates { writer.certificate(certificate) }
            }
            writer.path(path)
            writer.integer("bytesReceived", Int64(clamping: record.handshake.bytesReceived))
            writer.integer("bytesSent", Int64(clamping: record.handshake.bytesSent))
            write(record.times, to: &writer)
        }
    }

    private func write(_ failure: ConnectionError?, to writer: inout JSONWriter) {
        guard let failure else { return writer.null("error") }
        writer.object("error") { writer in
            writer.integer("code", Int64(failure.code.rawValue))
            writer.string("message", refusal ?? defect ?? failure.text)
            writer.string("check", orNull: failure.trust?.code.name)
            writer.index("certificate", failure.trust?.certificate.chainIndex ?? failure.certificateIndex)
            writer.string("advice", orNull: failure.trust?.advice)
            writer.string("alertSent", orNull: failure.alertSent?.name.description)
            writer.string("alertReceived", orNull: failure.alertReceived?.name.description)
            let native = failure.nativeText
            writer.string("library", orNull: native.isEmpty ? nil : native)
        }
    }

    private func write(_ challenge: HandshakeRecord.Challenge?, named name: String, to writer: inout JSONWriter) {
        guard let challenge else { return }
        writer.object { writer in
            writer.string("method", name)
            let dispositions = [
                "useCredential", "performDefaultHandling", "cancelAuthenticationChallenge", "rejectProtectionSpace",
            ]
            writer.string("disposition", orNull: challenge.disposition.map { dispositions[$0] })
            if name == "serverTrust" {
                writer.integer("trustResult", Int64(challenge.trustResult.rawValue))
                write(challenge.pins, to: &writer)
            } else {
                writer.bool("sent", challenge.isIdentitySent)
            }
        }
    }

    private func write(_ verdict: PinVerdict?, to writer: inout JSONWriter) {
        guard let verdict else { return writer.null("pins") }
        writer.object("pins") { writer in
            writer.string("outcome", verdict.outcome.name)
            writer.index("matchedCertificate", verdict.matchedCertificate)
            writer.string("pattern", orNull: pinReport?.pattern)
            writer.strings("wanted", pinReport?.wantedPins.map { $0.text } ?? [])
            writer.strings("found", pinReport?.pathPins.map { $0.text } ?? [])
        }
    }

    private func write(_ times: ConnectionRecord.Times, to writer: inout JSONWriter) {
        writer.object("nanoseconds") { writer in
            writer.integer("lookup", times.lookup)
            writer.integer("connect", times.connect)
            writer.integer("certificate", times.certificate)
            writer.integer("keyExchange", times.keyExchange)
            writer.integer("answers", times.answers)
            writer.integer("finish", times.finish)
            writer.integer("total", times.total)
        }
    }
}
