/// The three counters of RFC 5280 §6.1.2 (d) to (f). Each turns to zero when its rule comes into force.
struct PolicyCounters {
    /// §6.1.2 (d) explicit_policy: a policy must be valid for the path.
    var explicitPolicy: Int
    /// §6.1.2 (e) inhibit_anyPolicy: anyPolicy no longer matches others.
    var inhibitAnyPolicy: Int
    /// §6.1.2 (f) policy_mapping: policies can't be mapped any more.
    var policyMapping: Int

    init(_ inputs: TrustPolicy.CertificatePolicies, pathLength: Int) {
        explicitPolicy = inputs.requiresExplicitPolicy ? 0 : pathLength + 1
        inhibitAnyPolicy = inputs.inhibitsAnyPolicy ? 0 : pathLength + 1
        policyMapping = inputs.inhibitsPolicyMapping ? 0 : pathLength + 1
    }

    /// §6.1.4 (h), (i) and (j).
    mutating func prepareForNext(_ fields: CertificateFields, isSelfIssued: Bool) {
        // §6.1.4 (h): one less of each, unless the certificate is self-issued.
        if !isSelfIssued {
            explicitPolicy = max(0, explicitPolicy - 1)
            policyMapping = max(0, policyMapping - 1)
            inhibitAnyPolicy = max(0, inhibitAnyPolicy - 1)
        }
        // §6.1.4 (i): policy constraints.
        if let limit = fields.requireExplicitPolicy { explicitPolicy = min(explicitPolicy, Int(limit)) }
        if let limit = fields.inhibitPolicyMapping { policyMapping = min(policyMapping, Int(limit)) }
        // §6.1.4 (j): inhibit anyPolicy.
        if let limit = fields.inhibitAnyPolicy { inhibitAnyPolicy = min(inhibitAnyPolicy, Int(limit)) }
    }

    /// §6.1.5 (a) and (b).
    mutating func wrapUp(_ fields: CertificateFields) {
        // §6.1.5 (a): one less.
        explicitPolicy = max(0, explicitPolicy - 1)
        // §6.1.5 (b): requireExplicitPolicy of zero in the last certificate.
        if fields.requireExplicitPolicy == 0 { explicitPolicy = 0 }
    }
}

extension PathValidator {
    /// RFC 5280 §6.1.3 (d) to (f), §6.1.4 (a) and (b), §6.1.5 (g), with RFC 9618's graph in place of the tree.
    ///
    /// The graph is built only if explicit_policy becomes zero somewhere; otherwise nothing depends on it.
    mutating func validatePolicies() throws(TrustError) {
        guard try !hasForbiddenMapping() else { return }
        guard try needsExplicitPolicy() else { return }
        try validateExplicitPolicies()
    }

    /// §6.1.4 (a): anyPolicy must not be mapped, from or to.
    @inline(never)
    private mutating func hasForbiddenMapping() throws(TrustError) -> Bool {
        var position = count - 1
        while position > 0 {
            let certificate = try certificate(position)
            var mappings = DERReader(certificate.der, in: certificate.fields.policyMappings)
            while !mappings.isAtEnd {
                guard let pair = try? PolicySyntax.mapping(&mappings) else { break }
                if pair.issuer == .anyPolicy || pair.subject == .anyPolicy {
                    report(.policyViolation, at: place(position))
                    return true
                }
            }
            position -= 1
        }
        return false
    }

    @inline(never)
    private func needsExplicitPolicy() throws(TrustError) -> Bool {
        var counters = startingCounters()
        var position = count - 1
        while position > 0 {
            if counters.explicitPolicy == 0 { return true }
            let certificate = try certificate(position)
            counters.prepareForNext(certificate.fields, isSelfIssued: certificate.isSelfIssued)
            position -= 1
        }
        if counters.explicitPolicy == 0 { return true }
        counters.wrapUp(try certificate(0).fields)
        return counters.explicitPolicy == 0
    }

    /// The inputs, tightened by what the anchor's certificate says (RFC 5937 §3.2).
    private func startingCounters() -> PolicyCounters {
        var counters = PolicyCounters(policy.certificatePolicies, pathLength: count)
        counters.prepareForNext(anchor.fields, isSelfIssued: true)
        return counters
    }

    @inline(never)
    private mutating func validateExplicitPolicies() throws(TrustError) {
        var counters = startingCounters()
        // §6.1.2 (a): valid_policy_tree starts as a single node for anyPolicy.
        var graph = PolicyGraph()
        if anchor.fields.certificatePolicies.count > 0 {
            try graph.addLevel(anchor, mayMatchAny: true)
            try graph.map(anchor, isAllowed: policy.certificatePolicies.inhibitsPolicyMapping == false)
        }
        var position = count - 1
        while position >= 0 {
            let certificate = try certificate(position)
            let isSelfIssued = certificate.isSelfIssued
            // §6.1.3 (d), and §6.1.3 (e) when there are none.
            try graph.addLevel(
                certificate, mayMatchAny: counters.inhibitAnyPolicy > 0 || position > 0 && isSelfIssued)
            // §6.1.3 (f): explicit_policy is above zero or valid_policy_tree isn't NULL.
            guard counters.explicitPolicy > 0 || !graph.isNull else {
                return report(.policyViolation, at: place(position))
            }
            guard position > 0 else { break }
            // §6.1.4 (b).
            try graph.map(certificate, isAllowed: counters.policyMapping > 0)
            counters.prepareForNext(certificate.fields, isSelfIssued: isSelfIssued)
            position -= 1
        }
        counters.wrapUp(try certificate(0).fields)
        // §6.1.5 (g): the intersection with the user-initial-policy-set.
        if counters.explicitPolicy == 0, !graph.intersects(policy.certificatePolicies) {
            report(.policyViolation, at: place(0))
        }
    }
}
