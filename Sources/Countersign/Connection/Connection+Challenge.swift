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
                signatureSchemes: tls.signatureSchemes, acceptedKeys: tls.acceptedKeys)
        }
    }

    /// The peer's chain with the configuration's anchors, policy and date.
    var serverTrust: ServerTrust {
        @_lifetime(borrow self)
        get {
            var trust = ServerTrust(
                certificateChain: tls.peerCertificates, defaultAnchors: defaultAnchors.view,
                policy: .ssl(server: true, hostname: reference), verifyDate: evaluationDate, identifier: tls.identifier)
            trust.floorDate = configuration.floorDate
            trust.pathMemory = configuration.verifiedPaths
            if pinnedDomains.hasLegacyPins { trust.fingerprints = .withLegacy }
            return addedAnchors.count == 0 ? trust : trust.anchored(to: addedAnchors.view, only: false)
        }
    }

    /// Makes the configuration's anchors ready: the system's are looked for when a challenge first needs them.
    mutating func prepareAnchors() {
        switch configuration.anchors {
        case .system: defaultAnchors = SystemAnchors.shared
        case .only(let store): defaultAnchors = store
        case .systemAnd(let store):
            defaultAnchors = SystemAnchors.shared
            addedAnchors = store
        }
    }

    /// Without pins and kept sessions the path that default handling finds is seen by nobody.
    var isPathUnused: Bool { pinnedDomains.domains.isEmpty && configuration.sessionStore == nil }

    /// The date that a trust is evaluated at if nobody says otherwise.
    private var evaluationDate: UnixTime {
        configuration.verifyDate ?? UnixTime(seconds: Clock.wallSeconds)
    }

    /// The same, but not before the floor.
    var effectiveDate: UnixTime { max(evaluationDate, configuration.floorDate ?? evaluationDate) }

    /// Answers the challenge that waits. Default handling is done here and now, which for server trust means an
    /// evaluation. False when no challenge waits: then nothing changes, and the record counts it.
    @discardableResult
    public mutating func resolve(_ disposition: Disposition) -> Bool {
        stopwatch.split()
        let answer: ChallengeAnswer
        if let challenge {
            answer = challenge.answer(with: disposition, isPathUnused: isPathUnused)
        } else {
            answer = ChallengeAnswer(ignoring: disposition)
        }
        return resolve(answer)
    }

    /// Answers the challenge that waits with an answer made of it before.
    @discardableResult
    public mutating func resolve(_ answer: consuming ChallengeAnswer) -> Bool {
        if let verdict = answer.pins, tls.pendingChallenge != nil { note(verdict, answer.path) }
        let isTaken = tls.resolve(answer)
        log.times.answers += stopwatch.split()
        return isTaken
    }
}
