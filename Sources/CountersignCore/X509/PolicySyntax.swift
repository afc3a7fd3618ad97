/// The syntax of the two extensions that name certificate policies. Their meaning is in `Trust`.
enum PolicySyntax {
    /// certificatePolicies (RFC 5280 §4.2.1.4): at least one, none twice.
    static func validatePolicies(_ value: inout DERReader) throws(DERError) -> ByteRange {
        let sequence = try value.next(DERTag.sequence)
        try value.finish()
        var policies = value.inside(sequence)
        guard !policies.isAtEnd else { throw DERError(.invalidCount, at: sequence.start) }
        var seen = InlineArray<64, UInt64>(repeating: 0)
        var count = 0
        while !policies.isAtEnd {
            let start = policies.position
            let identifier = try policy(&policies)
            guard count < 64 else { throw DERError(.invalidCount, at: start) }
            for index in 0..<count where seen[index] == identifier.digest { throw DERError(.forbidden, at: start) }
            seen[count] = identifier.digest
            count += 1
        }
        return sequence.contents
    }

    /// One PolicyInformation; its qualifiers are read over.
    static func policy(_ policies: inout DERReader) throws(DERError) -> ObjectIdentifier {
        var information = try policies.enter(DERTag.sequence)
        let identifier = try information.objectIdentifier()
        if !information.isAtEnd {
            let qualifiers = try information.next(DERTag.sequence)
            guard qualifiers.count > 0 else { throw DERError(.invalidCount, at: qualifiers.start) }
        }
        try information.finish()
        return identifier
    }

    /// policyMappings (RFC 5280 §4.2.1.5): at least one pair.
    static func validateMappings(_ value: inout DERReader) throws(DERError) -> ByteRange {
        let sequence = try value.next(DERTag.sequence)
        try value.finish()
        var mappings = value.inside(sequence)
        guard !mappings.isAtEnd else { throw DERError(.invalidCount, at: sequence.start) }
        while !mappings.isAtEnd { _ = try mapping(&mappings) }
        return sequence.contents
    }

    /// One pair of issuerDomainPolicy and subjectDomainPolicy.
    static func mapping(
        _ mappings: inout DERReader
    ) throws(DERError) -> (issuer: ObjectIdentifier, subject: ObjectIdentifier) {
        var pair = try mappings.enter(DERTag.sequence)
        let issuer = try pair.objectIdentifier()
        let subject = try pair.objectIdentifier()
        try pair.finish()
        return (issuer, subject)
    }
}
