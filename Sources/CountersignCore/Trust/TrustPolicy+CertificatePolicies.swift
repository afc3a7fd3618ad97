extension TrustPolicy {
    /// The inputs of policy processing. By default any policy will do and none is needed.
    public struct CertificatePolicies: Sendable {
        /// How many acceptable policies can be named.
        public static var capacity: Int { 4 }

        private var acceptable = InlineArray<4, ObjectIdentifier>(repeating: .anyPolicy)
        private(set) var count = 0
        /// RFC 5280 §6.1.1 (f), initial-explicit-policy.
        public var requiresExplicitPolicy = false
        /// RFC 5280 §6.1.1 (e), initial-policy-mapping-inhibit.
        public var inhibitsPolicyMapping = false
        /// RFC 5280 §6.1.1 (g), initial-any-policy-inhibit.
        public var inhibitsAnyPolicy = false

        public init() {}

        /// Adds to the user-initial-policy-set (RFC 5280 §6.1.1 (c)), which is any-policy while empty. False when it
        /// is full.
        public mutating func accept(_ policy: ObjectIdentifier) -> Bool {
            guard count < CertificatePolicies.capacity else { return false }
            acceptable[count] = policy
            count += 1
            return true
        }

        func accepts(_ policy: ObjectIdentifier) -> Bool {
            if count == 0 { return true }
            for index in 0..<count where acceptable[index] == policy || acceptable[index] == .anyPolicy { return true }
            return false
        }
    }
}
