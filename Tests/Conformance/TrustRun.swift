import Countersign
import Foundation
import Synchronization

/// Judges x509-limbo cases.
struct TrustRun: Sendable {
    let files: [String]

    func run() throws -> Int32 {
        var results: [CaseResult] = []
        var scores: [String: Score] = [:]
        var mismatches: [String] = []
        var matches: [String] = []
        for file in files {
            let url = URL(fileURLWithPath: file)
            let limbo = try JSONDecoder().decode(Limbo.self, from: Data(contentsOf: url))
            let suite = url.deletingPathExtension().lastPathComponent
            for (testcase, outcome) in zip(limbo.testcases, judgeAll(limbo.testcases, in: url)) {
                results.append(CaseResult(id: testcase.id, actual: outcome.actual, context: outcome.context))
                let key = "\(suite) \(prefix(testcase.id)) \(testcase.tier ?? "-")"
                var score = scores[key] ?? Score()
                if outcome.actual == "SKIPPED" {
                    score.skipped += 1
                } else if outcome.actual == testcase.expectedResult {
                    score.right += 1
                    matches.append(testcase.id)
                } else {
                    mismatches.append(testcase.id)
                    let line = "\(testcase.id): \(outcome.context)"
                    if outcome.actual == "SUCCESS" {
                        score.falseAccepts.append(line)
                    } else {
                        score.falseRejects.append(line)
                    }
                }
                scores[key] = score
            }
        }
        try writeResults(results)
        report(scores)
        return try Divergences().check(mismatches: mismatches, matches: matches) ? 0 : 1
    }

    /// Every case, on all processors: nearly all the time goes into signatures.
    private func judgeAll(_ testcases: [LimboCase], in file: URL) -> [(actual: String, context: String)] {
        let outcomes = Mutex([(actual: String, context: String)](repeating: ("SKIPPED", ""), count: testcases.count))
        DispatchQueue.concurrentPerform(iterations: testcases.count) { index in
            let start = DispatchTime.now().uptimeNanoseconds
            var outcome: (actual: String, context: String)
            do {
                outcome = try judge(testcases[index], in: file)
            } catch {
                outcome = ("SKIPPED", "\(error)")
            }
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            if seconds > 5 { outcome = ("FAILURE", "took \(seconds) s; \(outcome.context)") }
            let result = outcome
            outcomes.withLock { $0[index] = result }
        }
        return outcomes.withLock { $0 }
    }

    private func prefix(_ id: String) -> String {
        id.components(separatedBy: "::").prefix(2).dropLast(id.components(separatedBy: "::").count > 2 ? 0 : 1)
            .joined(separator: "::")
    }

    private func report(_ scores: [String: Score]) {
        var tiers: [String: (accepts: Int, rejects: Int, skipped: Int, total: Int)] = [:]
        for (key, score) in scores.sorted(by: { $0.key < $1.key }) {
            if score.right < score.total {
                note(
                    "\(key): \(score.total) cases, \(score.falseAccepts.count) false accepts, "
                        + "\(score.falseRejects.count) false rejects, \(score.skipped) skipped")
            }
            for line in score.falseAccepts { note("    FALSE ACCEPT \(line)") }
            for line in score.falseRejects { note("    false reject \(line)") }
            let tier = key.components(separatedBy: " ").last ?? "-"
            var sum = tiers[tier] ?? (0, 0, 0, 0)
            sum.accepts += score.falseAccepts.count
            sum.rejects += score.falseRejects.count
            sum.skipped += score.skipped
            sum.total += score.total
            tiers[tier] = sum
        }
        for (tier, sum) in tiers.sorted(by: { $0.key < $1.key }) {
            note(
                "tier \(tier): \(sum.total) cases, \(sum.accepts) false accepts, \(sum.rejects) false rejects, "
                    + "\(sum.skipped) skipped")
        }
    }

    private func judge(_ testcase: LimboCase, in file: URL) throws -> (actual: String, context: String) {
        guard let leaf = certificates(testcase.peerCertificate).first else { return ("FAILURE", "no certificate") }
        let chain = [leaf] + testcase.untrustedIntermediates.flatMap { certificates($0) }
        var anchors = testcase.trustedCerts.map { Array($0.utf8) }
        if let path = testcase.trustStore {
            let root = file.deletingLastPathComponent().deletingLastPathComponent()
            anchors.append(Array(try Data(contentsOf: root.appendingPathComponent(path))))
        }
        anchors = testcase.isAnchorGiven ? anchors : []
        let store = AnchorStore(certificates: anchors)
        let times = chain + testcase.trustedCerts.flatMap { certificates($0) }
        var policies: [TrustPolicy] = []
        for purpose in purposes(testcase) {
            var policy = purpose
            let isRequired = testcase.features?.contains("requires-revocation") == true
            policy.revocation = isRequired || testcase.crls?.isEmpty == false ? .hardFail : .ignored
            if let name = testcase.expectedPeerName {
                guard let identifier = name.identifier else { return ("FAILURE", "not a \(name.kind): \(name.value)") }
                policy.identifier = identifier
            }
            policy.strength = strength(testcase.features ?? [])
            if let depth = testcase.maximumDepth { policy.maximumIntermediates = depth }
            testcase.policy?.apply(to: &policy.certificatePolicies)
            policies.append(policy)
        }
        var outcome = (actual: "FAILURE", context: "no purpose")
        for policy in policies where outcome.actual == "FAILURE" {
            outcome = evaluate(
                chain, (testcase.crls ?? []).flatMap { certificates($0) }, store, policy, at: date(testcase, times))
        }
        return outcome
    }

    private func evaluate(
        _ chain: [[UInt8]], _ lists: [[UInt8]], _ store: AnchorStore, _ policy: TrustPolicy, at date: UnixTime
    ) -> (actual: String, context: String) {
        let (buffer, ranges) = joined(chain)
        let (listBuffer, listRanges) = joined(lists)
        let list = CertificateList(in: buffer.span, at: ranges.span)
        var trust = ServerTrust(
            certificateChain: list, defaultAnchors: AnchorIndex(), policy: policy, verifyDate: date
        ).anchored(to: store.view).checkingRevocation(
            CertificateList(in: listBuffer.span, at: listRanges.span), policy.revocation)
        do throws(TrustError) {
            let path = try trust.evaluate()
            return ("SUCCESS", "\(path.count) certificates")
        } catch {
            var context = "\(error.code.rawValue) at \(error.certificate)"
            for index in 0..<trust.findings.count {
                if let finding = trust.findings[index] {
                    context += "; \(finding.code.rawValue)@\(finding.certificate)"
                }
            }
            return ("FAILURE", context)
        }
    }

    private func joined(_ parts: [[UInt8]]) -> ([UInt8], [ByteRange]) {
        var buffer: [UInt8] = []
        let ranges = parts.map { part in
            buffer += part
            return ByteRange(start: buffer.count - part.count, count: part.count)
        }
        return (buffer, ranges)
    }

    private func purposes(_ testcase: LimboCase) -> [TrustPolicy] {
        let isServer = testcase.validationKind == "SERVER"
        let listed = testcase.extendedKeyUsage ?? []
        let purposes = listed.isEmpty ? [isServer ? "serverAuth" : "clientAuth"] : listed
        return purposes.compactMap { purpose in
            switch purpose {
            case "serverAuth": .ssl(server: true, hostname: nil)
            case "clientAuth": .ssl(server: false, hostname: nil)
            case "anyExtendedKeyUsage": .basicX509()
            default: nil
            }
        }
    }

    /// The features of a case that ask for what a policy has to permit by name.
    private func strength(_ features: [String]) -> TrustPolicy.Strength {
        var strength = TrustPolicy.Strength.standard
        for feature in features {
            switch feature {
            case "sha1-signatures-allowed", "gnutls:GNUTLS_VERIFY_ALLOW_SIGN_RSA_MD5": strength = .legacyDevices
            case "openssl-auth_level=0":
                strength = .legacyDevices
                strength.minimumRSABits = 512
            default: break
            }
        }
        return strength
    }

    /// The case's time; without time checks one at which all the certificates are valid, if there is one.
    private func date(_ testcase: LimboCase, _ certificates: [[UInt8]]) -> UnixTime {
        if testcase.features?.contains("gnutls:GNUTLS_VERIFY_DISABLE_TIME_CHECKS") == true {
            return certificates.compactMap { try? Certificate($0.span).notBefore }.max() ?? UnixTime(seconds: 0)
        }
        guard let text = testcase.validationTime else { return UnixTime(seconds: Int64(Date().timeIntervalSince1970)) }
        let parser = ISO8601DateFormatter()
        let whole = text.replacingOccurrences(of: #"\.\d+"#, with: "", options: .regularExpression)
        guard let date = parser.date(from: whole) else { return UnixTime(seconds: 0) }
        return UnixTime(seconds: Int64(date.timeIntervalSince1970))
    }
}

/// The DER of each block in a PEM text.
func certificates(_ pem: String) -> [[UInt8]] {
    pem.components(separatedBy: "-----BEGIN ").dropFirst().compactMap { block in
        let parts = block.components(separatedBy: "-----")
        guard parts.count >= 3, let data = Data(base64Encoded: parts[1], options: .ignoreUnknownCharacters) else {
            return nil
        }
        return Array(data)
    }
}

extension LimboCase.PeerName {
    var identifier: ReferenceIdentifier? {
        let octets = Array(value.utf8)
        switch kind {
        case "DNS": return DNSName(octets.span).map { .dnsID($0) }
        case "IP": return IPAddress(octets.span).map { .ipID($0) }
        case "RFC822": return MailboxName(octets.span).map { .emailID($0) }
        default: return nil
        }
    }
}

extension LimboCase.PolicyInputs {
    func apply(to policies: inout TrustPolicy.CertificatePolicies) {
        policies.requiresExplicitPolicy = explicit ?? false
        policies.inhibitsPolicyMapping = mappingInhibit ?? false
        policies.inhibitsAnyPolicy = anyPolicyInhibit ?? false
        for name in initialPolicySet ?? [] {
            // PKITS: NIST-test-policy-n is 2.16.840.1.101.3.2.1.48.n.
            guard let number = name.split(separator: "-").last.flatMap({ UInt8($0) }) else { continue }
            let octets: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x02, 0x01, 0x30, number]
            _ = policies.accept(ObjectIdentifier(octets.span))
        }
    }
}
