/// The challenge: how it is made from the configuration, and how it is answered.
extension Connection {
    var serverTrustSpace: ProtectionSpace {
        @_lifetime(borrow self)
        get {
            ProtectionSpace(hostBytes: host.span, port: port, serverTrust: serverTrust)
        }
    }

    var clientCertificateSpace: ProtectionSpace {
        @_lifetime(borrow self)
        get {
            ProtectionSpace(
                hostBytes: host.span, port: port, distinguishedNames: tls.distinguishedNames,
                signatureSchemes: tls.signatureSchemes)
        }
    }

    /// The peer's chain with the configuration's anchors, policy and date.
    var serverTrust: ServerTrust {
        @_lifetime(borrow self)
        get {
            // The system's anchors are looked for when a challenge first needs them.
            let defaults = onlyAnchors ?? SystemAnchors.shared
            var trust = ServerTrust(
                certificateChain: tls.peerCertificates, defaultAnchors: defaults.view,
                policy: .ssl(server: true, hostname: reference), verifyDate: evaluationDate, identifier: tls.identifier)
            trust.floorDate = configuration.floorDate
            guard let addedAnchors else { return trust }
            return trust.anchored(to: addedAnchors.view, only: false)
        }
    }

    /// The anchors that replace the system's, if any do.
    private var onlyAnchors: AnchorStore? {
        if case .only(let store) = configuration.anchors { store } else { nil }
    }

    /// The anchors that come on top of the system's, if any do.
    private var addedAnchors: AnchorStore? {
        if case .systemAnd(let store) = configuration.anchors { store } else { nil }
    }

    /// The date that a trust is evaluated at if nobody says otherwise.
    private var evaluationDate: UnixTime {
        configuration.verifyDate ?? UnixTime(seconds: Clock.wallSeconds)
    }

    /// Answers the challenge that waits. Default handling is done here and now, which for server trust means an
    /// evaluation. False when no challenge waits: then nothing changes, and the record counts it.
    @discardableResult
    public mutating func resolve(_ disposition: Disposition) -> Bool {
        stopwatch.split()
        let answer: ChallengeAnswer
        if let challenge {
            answer = challenge.answer(with: disposition)
        } else {
            answer = ChallengeAnswer(ignoring: disposition)
        }
        return resolve(answer)
    }

    /// Answers the challenge that waits with an answer made of it before.
    @discardableResult
    public mutating func resolve(_ answer: consuming ChallengeAnswer) -> Bool {
        let isTaken = tls.resolve(answer)
        log.times.answers += stopwatch.split()
        return isTaken
    }
}
