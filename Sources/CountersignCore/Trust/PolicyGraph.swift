/// The valid_policy_graph of RFC 9618 §5, which replaces the tree of RFC 5280 §6.1: one node per policy and level, so
/// that it can't grow exponentially. Bounded; a path that needs more ends with `budgetExhausted`.
struct PolicyGraph {
    private struct Node {
        var policy = ObjectIdentifier.anyPolicy
        var level: UInt8 = 0
        var isDeleted = false
        /// Its expected_policy_set is listed in `expectations`; otherwise it is the policy itself.
        var isMapped = false
        /// The path has a child of it at the last level.
        var isReachable = false
    }

    private struct Edge {
        var parent: UInt8 = 0
        var child: UInt8 = 0
    }

    private struct Expectation {
        var node: UInt8 = 0
        var policy = ObjectIdentifier.anyPolicy
    }

    private var nodes = InlineArray<64, Node>(repeating: Node())
    private var edges = InlineArray<160, Edge>(repeating: Edge())
    private var expectations = InlineArray<32, Expectation>(repeating: Expectation())
    private var nodeCount = 1
    private var edgeCount = 0
    private var expectationCount = 0
    private var level: UInt8 = 0
    private var levelStart = 0
    /// Nothing is valid any more, and nothing will be.
    private(set) var isNull = false

    init() {}

    /// RFC 9618 §5.2 (d) and (e), for one certificate.
    mutating func addLevel(_ certificate: Certificate, mayMatchAny: Bool) throws(TrustError) {
        guard !isNull else { return }
        // (e) Without the extension the graph becomes NULL.
        guard certificate.fields.certificatePolicies.count > 0 else {
            isNull = true
            return
        }
        let parents = levelStart..<nodeCount
        level += 1
        levelStart = nodeCount
        var assertsAny = false
        var policies = DERReader(certificate.der, in: certificate.fields.certificatePolicies)
        while !policies.isAtEnd {
            guard let policy = try? PolicySyntax.policy(&policies) else { break }
            if policy == .anyPolicy {
                assertsAny = true
                continue
            }
            // (d)(1)(i): a child of every node that expects it; (ii) or of the node for anyPolicy.
            try addNode(policy, below: parents)
        }
        if assertsAny, mayMatchAny {
            // (d)(2): every policy that is expected and isn't there yet.
            for parent in parents where !nodes[parent].isDeleted {
                if nodes[parent].isMapped {
                    for index in 0..<expectationCount where Int(expectations[index].node) == parent {
                        let expected = expectations[index].policy
                        if find(expected) == nil { try addNode(expected, below: parents) }
                    }
                } else if find(nodes[parent].policy) == nil {
                    try addNode(nodes[parent].policy, below: parents)
                }
            }
        }
        isNull = levelStart == nodeCount
    }

    private mutating func addNode(_ policy: ObjectIdentifier, below parents: Range<Int>) throws(TrustError) {
        var child: Int?
        for parent in parents where expects(parent, policy) {
            let node: Int
            if let known = child { node = known } else { node = try append(policy) }
            child = node
            try connect(parent, node)
        }
        guard child == nil, let anyNode = findAny(in: parents) else { return }
        try connect(anyNode, try append(policy))
    }

    /// RFC 9618 §5.2, preparation (b): policy mappings of a certificate that isn't the last.
    mutating func map(_ certificate: Certificate, isAllowed: Bool) throws(TrustError) {
        guard !isNull else { return }
        var mappings = DERReader(certificate.der, in: certificate.fields.policyMappings)
        while !mappings.isAtEnd {
            guard let pair = try? PolicySyntax.mapping(&mappings) else { break }
            guard isAllowed else {
                // (b)(2): not permitted: the issuer's policy is deleted at this level.
                if let node = find(pair.issuer) { nodes[node].isDeleted = true }
                continue
            }
            // (b)(1): the expected_policy_set becomes the subject's policies; a node made from anyPolicy if need be.
            var node = find(pair.issuer)
            if node == nil, let anyNode = findAny(in: levelStart..<nodeCount) {
                let added = try append(pair.issuer)
                for index in 0..<edgeCount where Int(edges[index].child) == anyNode {
                    try connect(Int(edges[index].parent), added)
                }
                node = added
            }
            guard let node else { continue }
            nodes[node].isMapped = true
            guard expectationCount < 32 else { throw Budget.exhausted }
            expectations[expectationCount] = Expectation(node: UInt8(node), policy: pair.subject)
            expectationCount += 1
        }
        var isEmpty = true
        for node in levelStart..<nodeCount where !nodes[node].isDeleted { isEmpty = false }
        isNull = isEmpty
    }

    /// RFC 9618 §5.3 (g): whether any policy that the user accepts is valid for the whole path.
    mutating func intersects(_ inputs: TrustPolicy.CertificatePolicies) -> Bool {
        guard !isNull else { return false }
        if inputs.count == 0 { return true }
        for node in levelStart..<nodeCount where !nodes[node].isDeleted {
            // (iii)(2): anyPolicy at the last level stands for all that the user accepts.
            if nodes[node].policy == .anyPolicy { return true }
            nodes[node].isReachable = true
        }
        // Edges were added level by level, so one pass from the end reaches every ancestor.
        var index = edgeCount
        while index > 0 {
            index -= 1
            let edge = edges[index]
            if nodes[Int(edge.child)].isReachable, !nodes[Int(edge.parent)].isDeleted {
                nodes[Int(edge.parent)].isReachable = true
            }
        }
        // (iii)(1): the nodes right below anyPolicy carry the policies by which the anchor's user knows them.
        for index in 0..<edgeCount {
            let child = Int(edges[index].child)
            let isTop = nodes[Int(edges[index].parent)].policy == .anyPolicy && nodes[child].policy != .anyPolicy
            if isTop, nodes[child].isReachable, inputs.accepts(nodes[child].policy) { return true }
        }
        return false
    }

    private func expects(_ node: Int, _ policy: ObjectIdentifier) -> Bool {
        guard !nodes[node].isDeleted else { return false }
        guard nodes[node].isMapped else { return nodes[node].policy == policy && policy != .anyPolicy }
        for index in 0..<expectationCount
        where Int(expectations[index].node) == node && expectations[index].policy == policy { return true }
        return false
    }

    /// A node of the current level.
    private func find(_ policy: ObjectIdentifier) -> Int? {
        for node in levelStart..<nodeCount where nodes[node].policy == policy && !nodes[node].isDeleted { return node }
        return nil
    }

    private func findAny(in range: Range<Int>) -> Int? {
        for node in range where nodes[node].policy == .anyPolicy && !nodes[node].isDeleted { return node }
        return nil
    }

    private mutating func append(_ policy: ObjectIdentifier) throws(TrustError) -> Int {
        guard nodeCount < 64 else { throw Budget.exhausted }
        nodes[nodeCount].policy = policy
        nodes[nodeCount].level = level
        nodeCount += 1
        return nodeCount - 1
    }

    private mutating func connect(_ parent: Int, _ child: Int) throws(TrustError) {
        guard edgeCount < 160 else { throw Budget.exhausted }
        edges[edgeCount] = Edge(parent: UInt8(parent), child: UInt8(child))
        edgeCount += 1
    }
}
