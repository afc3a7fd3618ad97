import Testing

@testable import CountersignCore

@Suite("Certificate policies are processed as RFC 5280 §6.1 and RFC 9618 say")
struct PolicyProcessingTests {
    private static let one = "1.2.3.1"
    private static let two = "1.2.3.2"
    private static let any = "2.5.29.32.0"

    private func policy(explicit: Bool = true, accepting: String...) -> TrustPolicy {
        var policy = TrustPolicy.basicX509()
        policy.certificatePolicies.requiresExplicitPolicy = explicit
        for dotted in accepting {
            let octets = Array(DER.identifier(dotted).dropFirst(2))
            let isKept = policy.certificatePolicies.accept(ObjectIdentifier(octets.span))
            #expect(isKept)
        }
        return policy
    }

    /// policyConstraints.
    private func constraints(explicit: UInt8? = nil, mapping: UInt8? = nil) -> [UInt8] {
        DER.sequence(
            (explicit.map { [DER.element(0x80, [$0])] } ?? []) + (mapping.map { [DER.element(0x81, [$0])] } ?? []))
    }

    @Test("§6.1.2 (a) and (d): without initial-explicit-policy no policy is needed")
    func notRequired() throws {
        #expect(try codes([leaf, issuer], anchor: root, policy: policy(explicit: false)).isEmpty)
        #expect(try codes([leaf, issuer], anchor: root, policy: policy()) == [.policyViolation])
    }

    @Test("§6.1.3 (d)(1): a policy is valid if it is expected from above")
    func expected() throws {
        let path = [leaf.with(policies: Self.one), issuer.with(policies: Self.one)]
        #expect(try codes(path, anchor: root, policy: policy()).isEmpty)
        let broken = [leaf.with(policies: Self.two), issuer.with(policies: Self.one)]
        #expect(try codes(broken, anchor: root, policy: policy()) == [.policyViolation])
    }

    @Test("§6.1.3 (d)(2): anyPolicy stands for what is expected, unless it is inhibited")
    func anyPolicy() throws {
        let path = [leaf.with(policies: Self.any), issuer.with(policies: Self.one)]
        #expect(try codes(path, anchor: root, policy: policy()).isEmpty)
        var inhibiting = policy()
        inhibiting.certificatePolicies.inhibitsAnyPolicy = true
        #expect(try codes(path, anchor: root, policy: inhibiting) == [.policyViolation])
    }

    @Test("§6.1.2 (e): inhibit_anyPolicy counts down; a self-issued issuer may still use anyPolicy")
    func inhibitAnyPolicy() throws {
        let inhibiting = issuer.with(policies: Self.one).with("2.5.29.54", DER.integer(0))
        let end = leaf.with(policies: Self.any)
        #expect(try codes([end, inhibiting], anchor: root, policy: policy()) == [.policyViolation])
        let renewed = TestCertificate.authority("Issuer", issuedBy: "Issuer").with(policies: Self.any)
        #expect(
            try codes([leaf.with(policies: Self.one), renewed, inhibiting], anchor: root, policy: policy()).isEmpty)
    }

    @Test("§6.1.3 (e): a certificate without policies ends them all")
    func absent() throws {
        let path = [leaf.with(policies: Self.one), issuer]
        #expect(try codes(path, anchor: root, policy: policy()) == [.policyViolation])
    }

    @Test("§6.1.3 (f) and §6.1.4 (i): requireExplicitPolicy makes policies needed after so many certificates")
    func requireExplicit() throws {
        let demanding = issuer.with("2.5.29.36", constraints(explicit: 0))
        #expect(try codes([leaf, demanding], anchor: root) == [.policyViolation])
        let patient = issuer.with("2.5.29.36", constraints(explicit: 2))
        #expect(try codes([leaf, patient], anchor: root).isEmpty)
    }

    @Test("§6.1.4 (h): self-issued certificates don't count down")
    func selfIssued() throws {
        let demanding = issuer.with("2.5.29.36", constraints(explicit: 2))
        let middle = TestCertificate.authority("Issuer", issuedBy: "Issuer")
        #expect(try codes([leaf, middle, demanding], anchor: root).isEmpty)
        let other = TestCertificate.authority("Other", issuedBy: "Issuer")
        #expect(
            try codes([TestCertificate("Leaf", issuedBy: "Other"), other, demanding], anchor: root) == [
                .policyViolation
            ])
    }

    @Test("§6.1.5 (a): the end entity counts too; §6.1.5 (b): and may demand by itself")
    func wrapUp() throws {
        let demanding = issuer.with("2.5.29.36", constraints(explicit: 1))
        #expect(try codes([leaf, demanding], anchor: root) == [.policyViolation])
        #expect(
            try codes([leaf.with("2.5.29.36", constraints(explicit: 0)), issuer], anchor: root) == [.policyViolation])
    }

    @Test("§6.1.4 (a): anyPolicy is never mapped")
    func mappedAnyPolicy() throws {
        let path = [leaf, issuer.with(policies: Self.one).with(mapping: Self.any, to: Self.two)]
        #expect(try codes(path, anchor: root) == [.policyViolation])
    }

    @Test("§6.1.4 (b)(1): a mapped policy is expected under its new name")
    func mapping() throws {
        let mapping = issuer.with(policies: Self.one).with(mapping: Self.one, to: Self.two)
        #expect(
            try codes([leaf.with(policies: Self.two), mapping], anchor: root, policy: policy(accepting: Self.one))
                .isEmpty)
        #expect(
            try codes([leaf.with(policies: Self.one), mapping], anchor: root, policy: policy(accepting: Self.one))
                == [.policyViolation])
        #expect(
            try codes([leaf.with(policies: Self.two), mapping], anchor: root, policy: policy(accepting: Self.two))
                == [.policyViolation])
    }

    @Test("§6.1.4 (b)(2): a mapping that is inhibited removes the policy")
    func inhibitedMapping() throws {
        let mapping = issuer.with(policies: Self.one).with(mapping: Self.one, to: Self.two)
        var inhibiting = policy()
        inhibiting.certificatePolicies.inhibitsPolicyMapping = true
        #expect(
            try codes([leaf.with(policies: Self.two), mapping], anchor: root, policy: inhibiting) == [.policyViolation])
    }

    @Test("§6.1.2 (f): inhibitPolicyMapping counts down policy_mapping")
    func inhibitMappingLater() throws {
        let top = issuer.with(policies: Self.one).with("2.5.29.36", constraints(mapping: 0))
        let middle = TestCertificate.authority("Middle", issuedBy: "Issuer").with(policies: Self.one)
            .with(mapping: Self.one, to: Self.two)
        let end = TestCertificate("Leaf", issuedBy: "Middle").with(policies: Self.two)
        #expect(try codes([end, middle, top], anchor: root, policy: policy()) == [.policyViolation])
    }

    @Test("§6.1.4 (j): inhibitAnyPolicy of an issuer counts for those below")
    func inhibitBelow() throws {
        let inhibiting = issuer.with(policies: Self.one).with("2.5.29.54", DER.integer(1))
        #expect(try codes([leaf.with(policies: Self.any), inhibiting], anchor: root, policy: policy()).isEmpty)
    }

    @Test("§6.1.5 (g): one of the policies that the user accepts is valid for the path")
    func intersection() throws {
        let path = [leaf.with(policies: Self.one), issuer.with(policies: Self.one)]
        #expect(try codes(path, anchor: root, policy: policy(accepting: Self.one)).isEmpty)
        #expect(try codes(path, anchor: root, policy: policy(accepting: Self.two)) == [.policyViolation])
        let open = [leaf.with(policies: Self.any), issuer.with(policies: Self.any)]
        #expect(try codes(open, anchor: root, policy: policy(accepting: Self.two)).isEmpty)
    }

    @Test("An anchor that names policies limits those below (RFC 5937 §3.2)")
    func anchorPolicies() throws {
        let path = [leaf.with(policies: Self.one), issuer.with(policies: Self.one)]
        #expect(try codes(path, anchor: root.with(policies: Self.one), policy: policy()).isEmpty)
        #expect(try codes(path, anchor: root.with(policies: Self.two), policy: policy()) == [.policyViolation])
    }

    @Test("Policies multiplied by mappings end with an exhausted budget, not with a long search")
    func bounded() throws {
        var many = issuer
        many = many.with("2.5.29.32", DER.sequence((1...60).map { DER.sequence([DER.identifier("1.2.3.\($0)")]) }))
        let next = TestCertificate.authority("Next", issuedBy: "Issuer")
            .with("2.5.29.32", DER.sequence((1...60).map { DER.sequence([DER.identifier("1.2.3.\($0)")]) }))
        #expect(throws: TrustError.self) {
            try codes([TestCertificate("Leaf", issuedBy: "Next"), next, many], anchor: root, policy: policy())
        }
    }
}
