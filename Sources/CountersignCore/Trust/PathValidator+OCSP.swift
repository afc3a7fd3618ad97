extension PathValidator {
    /// What an OCSP response says about one certificate of the path (RFC 6960 §3.2); nil if it says nothing, isn't
    /// current, or isn't signed by somebody who may.
    @inline(never)
    func isGood(
        _ response: OCSPResponse, _ position: Int, _ budget: inout Budget
    ) throws(TrustError) -> Bool? {
        let certificate = try certificate(position)
        let issuer = position == count - 1 ? anchor : try self.certificate(position + 1)
        // §3.2 items 1 and 2: the certificate that was asked about.
        let entry = response.firstEntry { entry in
            guard let hash = entry.hash,
                response.der.extracting(entry.serialNumber).isEqual(to: certificate.serialNumber)
            else { return false }
            return MessageDigest(hash, of: certificate.issuer.encoding).matches(
                response.der.extracting(entry.issuerNameDigest))
                && MessageDigest(hash, of: issuer.publicKeyBits).matches(response.der.extracting(entry.issuerKeyDigest))
        }
        guard let entry, entry.status != .unknown else { return nil }
        // §3.2 items 5 and 6: current. A response that doesn't say how long it holds is past its time at once.
        guard entry.thisUpdate <= date, let nextUpdate = entry.nextUpdate, date <= nextUpdate else { return nil }
        // §3.2 items 3 and 4: signed by the issuer, or by a responder to whom the issuer has given the right.
        if isResponder(issuer, response), try isSigned(response, by: issuer, &budget) { return entry.status == .good }
        var index = 0
        while index < 4, let range = response.certificate(at: index) {
            index += 1
            guard let responder = try? Certificate(response.der.extracting(range)), isResponder(responder, response),
                responder.issuer.matches(issuer.subject), mayRespond(responder),
                try isIssued(responder, by: issuer, &budget), try isSigned(response, by: responder, &budget)
            else { continue }
            return entry.status == .good
        }
        return nil
    }

    /// RFC 6960 §4.2.2.2: a delegated responder's certificate has the purpose, is valid, and says nothing unknown.
    private func mayRespond(_ responder: Certificate) -> Bool {
        guard responder.fields.unknownCriticalExtension == nil, responder.notBefore <= date, date <= responder.notAfter
        else { return false }
        if let usage = responder.keyUsage, !usage.contains(.digitalSignature) { return false }
        var purposes = DERReader(responder.der, in: responder.fields.extendedKeyUsage)
        while !purposes.isAtEnd {
            guard let purpose = try? purposes.objectIdentifier() else { return false }
            if purpose == .ocspSigning { return true }
        }
        return false
    }

    /// RFC 6960 §4.2.1, ResponderID: by name, or by the SHA-1 digest of the key.
    private func isResponder(_ certificate: Certificate, _ response: OCSPResponse) -> Bool {
        if response.responderKeyDigest.count > 0 {
            return MessageDigest(.sha1, of: certificate.publicKeyBits)
                .matches(response.der.extracting(response.responderKeyDigest))
        }
        return certificate.subject.matches(DistinguishedName(in: response.der, contents: response.responderName))
    }

    private func isSigned(
        _ response: OCSPResponse, by signer: Certificate, _ budget: inout Budget
    ) throws(TrustError) -> Bool {
        try verify(
            response.der.extracting(response.signature), over: response.der.extracting(response.toBeSigned),
            response.signatureAlgorithm, by: signer, &budget)
    }
}
