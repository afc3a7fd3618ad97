extension PathValidator {
    /// RFC 5280 §6.1.2, and the anchor's own constraints.
    ///
    /// §6.1.1 (d) takes four things from an anchor: name, key algorithm, key, parameters. An anchor that is given as a
    /// certificate says more, and RFC 5937 §3 has it obeyed: it is treated like an issuer that has been verified.
    mutating func initialize() {
        let anchor = anchor
        // §6.1.2 (k): max_path_length is initialised to n.
        maxPathLength = count
        // §6.1.2 (j): working_issuer_name is initialised to the trusted issuer name.
        workingIssuer = .anchor
        checkValidity(anchor, at: .anchor)
        checkEncodingRules(anchor, at: .anchor, isAnchor: true)
        if !hasSettledPurpose { checkPurpose(anchor, at: .anchor) }
        checkIssuer(anchor, at: .anchor)
        checkKey(anchor, at: .anchor)
        if let limit = anchor.fields.pathLength { maxPathLength = min(maxPathLength, Int(limit)) }
    }
}
