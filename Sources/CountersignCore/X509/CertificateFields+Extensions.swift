extension CertificateFields {
    /// More extensions than this are nobody's honest certificate; it also bounds the search for repeated ones.
    static var extensionLimit: Int { 64 }

    /// RFC 5280 §4.2: each extension at most once; a known one must be well formed.
    @inline(never)
    mutating func readExtensions(_ reader: consuming DERReader) throws(DERError) {
        let sequence = try reader.next(DERTag.sequence)
        try reader.finish()
        extensions = sequence.contents
        var entries = reader.inside(sequence)
        guard !entries.isAtEnd else { throw DERError(.invalidCount, at: sequence.start) }
        var seen = InlineArray<64, UInt64>(repeating: 0)
        var count = 0
        while !entries.isAtEnd {
            let start = entries.position
            var entry = try entries.enter(DERTag.sequence)
            let identifier = try entry.objectIdentifier()
            let isCritical = entry.nextTag == DERTag.boolean ? try entry.boolean() : false
            let value = try entry.next(DERTag.octetString)
            try entry.finish()

            guard count < CertificateFields.extensionLimit else { throw DERError(.invalidCount, at: start) }
            for index in 0..<count where seen[index] == identifier.digest {
                throw DERError(.forbidden, at: start)
            }
            seen[count] = identifier.digest
            count += 1
            try readExtension(identifier, isCritical: isCritical, entries.inside(value), at: start)
        }
    }

    private mutating func readExtension(
        _ identifier: ObjectIdentifier, isCritical: Bool, _ value: consuming DERReader, at start: Int
    ) throws(DERError) {
        switch identifier {
        case .basicConstraints: try readBasicConstraints(&value)
        case .keyUsage: keyUsage = try KeyUsage(value)
        case .subjectAlternativeName:
            subjectAlternativeName = try GeneralNames.validate(&value)
            isSubjectAlternativeNameCritical = isCritical
            try value.finish()
        case .issuerAlternativeName:
            _ = try GeneralNames.validate(&value)
            try value.finish()
        case .nameConstraints: nameConstraints = try NameConstraintsSyntax.validate(&value)
        case .certificatePolicies: certificatePolicies = try PolicySyntax.validatePolicies(&value)
        case .policyMappings: policyMappings = try PolicySyntax.validateMappings(&value)
        case .policyConstraints: try readPolicyConstraints(&value)
        case .inhibitAnyPolicy:
            inhibitAnyPolicy = try value.count()
            try value.finish()
        case .extendedKeyUsage: extendedKeyUsage = try CertificateFields.identifiers(&value)
        case .authorityKeyIdentifier:
            // RFC 5280 §4.2.1.1: must be marked as non-critical.
            guard !isCritical else { throw DERError(.forbidden, at: start) }
            try readAuthorityKeyIdentifier(&value)
        case .subjectKeyIdentifier:
            // RFC 5280 §4.2.1.2: must be marked as non-critical.
            guard !isCritical else { throw DERError(.forbidden, at: start) }
            subjectKeyIdentifier = try value.next(DERTag.octetString).contents
            try value.finish()
        case .authorityInformationAccess:
            // RFC 5280 §4.2.2.1: must be marked as non-critical.
            guard !isCritical else { throw DERError(.forbidden, at: start) }
            try CertificateFields.validateInformationAccess(&value)
        case .crlDistributionPoints:
            revocationDistributionPoints = try DistributionPoints.validate(&value)
        case .ocspNoCheck:
            // RFC 6960 §4.2.2.2.1: speaks about responders' certificates only.
            break
        default:
            if isCritical && unknownCriticalExtension == nil { unknownCriticalExtension = identifier }
        }
    }

    /// RFC 5280 §4.2.1.9.
    private mutating func readBasicConstraints(_ value: inout DERReader) throws(DERError) {
        var fields = try value.enter(DERTag.sequence)
        try value.finish()
        hasBasicConstraints = true
        if fields.nextTag == DERTag.boolean { isAuthority = try fields.boolean() }
        if !fields.isAtEnd { pathLength = try fields.count() }
        try fields.finish()
    }

    /// RFC 5280 §4.2.1.1: all three fields are optional, the last two belong together.
    private mutating func readAuthorityKeyIdentifier(_ value: inout DERReader) throws(DERError) {
        var fields = try value.enter(DERTag.sequence)
        try value.finish()
        if let element = try fields.optional(DERTag.context(0)) { authorityKeyIdentifier = element.contents }
        if let element = try fields.optional(DERTag.constructed(1)) {
            var names = fields.inside(element)
            while !names.isAtEnd { _ = try GeneralName(&names) }
        }
        if fields.nextTag == DERTag.context(2) { _ = try fields.integer(DERTag.context(2)) }
        try fields.finish()
    }

    /// RFC 5280 §4.2.1.11: never empty.
    private mutating func readPolicyConstraints(_ value: inout DERReader) throws(DERError) {
        let start = value.position
        var fields = try value.enter(DERTag.sequence)
        try value.finish()
        guard !fields.isAtEnd else { throw DERError(.invalidCount, at: start) }
        if fields.nextTag == DERTag.context(0) { requireExplicitPolicy = try fields.count(DERTag.context(0)) }
        if fields.nextTag == DERTag.context(1) { inhibitPolicyMapping = try fields.count(DERTag.context(1)) }
        try fields.finish()
    }

    /// SEQUENCE SIZE (1..MAX) OF OBJECT IDENTIFIER.
    private static func identifiers(_ value: inout DERReader) throws(DERError) -> ByteRange {
        let sequence = try value.next(DERTag.sequence)
        try value.finish()
        var entries = value.inside(sequence)
        guard !entries.isAtEnd else { throw DERError(.invalidCount, at: sequence.start) }
        while !entries.isAtEnd { _ = try entries.objectIdentifier() }
        return sequence.contents
    }

    /// RFC 5280 §4.2.2.1: at least one method with its location.
    private static func validateInformationAccess(_ value: inout DERReader) throws(DERError) {
        let start = value.position
        var entries = try value.enter(DERTag.sequence)
        try value.finish()
        guard !entries.isAtEnd else { throw DERError(.invalidCount, at: start) }
        while !entries.isAtEnd {
            var description = try entries.enter(DERTag.sequence)
            _ = try description.objectIdentifier()
            _ = try GeneralName(&description)
            try description.finish()
        }
    }
}
