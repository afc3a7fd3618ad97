/// Sessions that outlive their connections: offered at the start, and given to whoever keeps them.
extension Handshake {
    /// Offers a session that was decided about before, pins included. To be called before the first `advance()`: if the
    /// server takes it there are no challenges. False when nothing is offered, which changes nothing.
    package mutating func offer(_ session: borrowing StoredSession, pins: PinVerdict?) -> Bool {
        guard self.session.offer(session.saved, chain: session.chain, facts: session.facts) else { return false }
        offeredPins = pins
        return true
    }

    /// Established: where a session was resumed, what is known of it comes from the handshake that it goes back to.
    mutating func noteResumption() {
        guard session.isResumed else { return }
        facts.peerCertificateCount = session.peerChain(into: &peer)
        var path: CertificationPath?
        var date: UnixTime?
        var challenge = HandshakeRecord.Challenge()
        challenge.pins = offeredPins
        if let known = StoredSession(facts: session.resumedFacts) {
            path = known.path
            date = known.decided
            challenge.disposition = Int(known.disposition)
            challenge.trustResult = known.trustResult
            challenge.isIdentitySent = known.isIdentitySent
        }
        verifiedPath = path
        decided = date
        facts.resumed = challenge
    }

    /// Whether the established connection has a session to be kept that wasn't yet: one whose server was accepted after
    /// its trust was evaluated without exception.
    package var hasSessionToKeep: Bool {
        guard session.hasResumption, let path = verifiedPath, !path.isException else { return false }
        return (facts.resumed ?? facts.serverTrust)?.trustResult == .unspecified
    }

    /// Whether a client certificate was sent, in this handshake or the one that it goes back to.
    var isIdentitySent: Bool {
        (facts.resumed ?? facts.clientCertificate)?.isIdentitySent ?? false
    }

    /// Writes the session with all that `StoredSession` reads, secrets included; returns how many bytes it took, nil when
    /// it doesn't fit or there is none to keep.
    package mutating func keepSession(now: UnixTime, into bytes: inout MutableSpan<UInt8>) -> Int? {
        guard hasSessionToKeep, let path = verifiedPath, let challenge = facts.resumed ?? facts.serverTrust else {
            return nil
        }
        let chainStart = StoredSession.headerCount + path.count * StoredSession.entryCount
        var end = chainStart
        for index in 0..<peerCertificates.count { end += 3 + peerCertificates[index].count }
        guard peerCertificates.count == facts.peerCertificateCount, end < bytes.count, end < 0xFF_FFFF else {
            return nil
        }
        for index in 0..<end { bytes[index] = 0 }
        bytes.put(UInt64(StoredSession.format), at: 0, 4)
        bytes.put(UInt64(Library.version), at: 4, 4)
        bytes[8] = UInt8(truncatingIfNeeded: challenge.disposition ?? 0)
        bytes[9] = UInt8(TrustResult.unspecified.rawValue)
        bytes[10] = isIdentitySent ? 1 : 0
        bytes[11] = session.version >= ProtocolVersion.tls13.rawValue ? 1 : 0
        bytes[12] = path.hasLegacyFingerprints ? 1 : 0
        bytes[13] = UInt8(truncatingIfNeeded: path.count)
        bytes.put(UInt64(bitPattern: (decided ?? now).seconds), at: 14, 8)
        bytes.put(UInt64(bitPattern: path.validSince.seconds), at: 22, 8)
        bytes.put(UInt64(bitPattern: path.validUntil.seconds), at: 30, 8)
        bytes.put(UInt64(end - chainStart), at: 38, 4)
        for index in 0..<path.count {
            guard let entry = path[index] else { return nil }
            bytes.put(entry, at: StoredSession.headerCount + index * StoredSession.entryCount)
        }
        var position = chainStart
        for index in 0..<peerCertificates.count {
            let certificate = peerCertificates[index]
            bytes.put(UInt64(certificate.count), at: position, 3)
            position += 3
            for octet in 0..<certificate.count { bytes[position + octet] = certificate[octet] }
            position += certificate.count
        }
        var rest = bytes._mutatingExtracting(end..<bytes.count)
        guard let count = session.save(into: &rest) else { return nil }
        bytes.put(UInt64(count), at: 42, 4)
        return end + count
    }
}

extension MutableSpan where Element == UInt8 {
    /// A big-endian number; the caller has seen to it that there is room.
    package mutating func put(_ number: UInt64, at start: Int, _ width: Int) {
        for index in 0..<width {
            self[start + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * (width - 1 - index)))
        }
    }

    fileprivate mutating func put(_ entry: CertificationPath.Entry, at start: Int) {
        let position = entry.position.chainIndex.map { UInt32(truncatingIfNeeded: $0) } ?? StoredSession.anchorPosition
        put(UInt64(position), at: start, 4)
        for index in 0..<32 {
            self[start + 4 + index] = entry.publicKeyFingerprint[index]
            self[start + 36 + index] = entry.fingerprint[index]
        }
        for index in 0..<20 { self[start + 68 + index] = entry.legacyPublicKeyFingerprint[index] }
    }
}
