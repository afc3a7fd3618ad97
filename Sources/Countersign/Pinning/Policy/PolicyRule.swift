/// What a finding about a policy is about. More may come, hence a struct.
///
/// Counterpart: the configuration exceptions of TrustKit; lint rules.
public struct PolicyRule: Equatable, Sendable {
    /// As `countersign policy lint --json` prints it.
    public let name: String

    init(_ name: StaticString) {
        self.name = name.description
    }

    public static func == (left: PolicyRule, right: PolicyRule) -> Bool { sameBytes(left.name, right.name) }

    // MARK: reading

    /// The file can't be read.
    public static var unreadableFile: PolicyRule { PolicyRule("unreadableFile") }
    /// The bytes are no document of the format.
    public static var malformed: PolicyRule { PolicyRule("malformed") }
    /// More bytes than any policy has.
    public static var tooLarge: PolicyRule { PolicyRule("tooLarge") }
    /// Nested deeper than any policy is.
    public static var tooDeep: PolicyRule { PolicyRule("tooDeep") }
    /// A key stands twice in one object.
    public static var duplicateKey: PolicyRule { PolicyRule("duplicateKey") }
    /// A key that the format doesn't have.
    public static var unknownKey: PolicyRule { PolicyRule("unknownKey") }
    /// A key that the format wants isn't there.
    public static var missingKey: PolicyRule { PolicyRule("missingKey") }
    /// A value of another type, or one that means nothing.
    public static var invalidValue: PolicyRule { PolicyRule("invalidValue") }
    /// A version of the format that isn't known here.
    public static var unsupportedVersion: PolicyRule { PolicyRule("unsupportedVersion") }
    /// The file is of none of the known formats.
    public static var unknownFormat: PolicyRule { PolicyRule("unknownFormat") }
    /// Something that this library refuses to do: plain HTTP, TLS 1.0 and 1.1, trust without evaluation.
    public static var insecure: PolicyRule { PolicyRule("insecure") }
    /// Something that the format says and a policy can't.
    public static var notCarriedOver: PolicyRule { PolicyRule("notCarriedOver") }

    // MARK: what a policy says

    /// A pin that is none.
    public static var invalidPin: PolicyRule { PolicyRule("invalidPin") }
    /// A pattern of hosts that is none.
    public static var invalidPattern: PolicyRule { PolicyRule("invalidPattern") }
    /// One pattern stands there twice.
    public static var duplicatePattern: PolicyRule { PolicyRule("duplicatePattern") }
    /// A domain without pins.
    public static var noPins: PolicyRule { PolicyRule("noPins") }
    /// An enforced domain with one pin only.
    public static var singlePin: PolicyRule { PolicyRule("singlePin") }
    /// One pin stands twice in a set.
    public static var duplicatePin: PolicyRule { PolicyRule("duplicatePin") }
    /// An exclusion with pins, or from nothing.
    public static var pointlessExclusion: PolicyRule { PolicyRule("pointlessExclusion") }
    /// Nothing could be trusted: no anchors.
    public static var noAnchors: PolicyRule { PolicyRule("noAnchors") }
    /// An anchor's certificate can't be read.
    public static var unreadableAnchor: PolicyRule { PolicyRule("unreadableAnchor") }
    /// The pins don't bind any more.
    public static var expired: PolicyRule { PolicyRule("expired") }
    /// The pins won't bind much longer.
    public static var expiresSoon: PolicyRule { PolicyRule("expiresSoon") }
    /// A pin over SHA-1.
    public static var legacyPin: PolicyRule { PolicyRule("legacyPin") }
    /// Subdomains of a name under which anybody can have one.
    public static var publicSuffix: PolicyRule { PolicyRule("publicSuffix") }
    /// No host is ever held by this domain.
    public static var unreachable: PolicyRule { PolicyRule("unreachable") }
    /// Subdomains of something that has none.
    public static var pointlessSubdomains: PolicyRule { PolicyRule("pointlessSubdomains") }
    /// Every pin that is known is a root's: all its customers have it.
    public static var rootOnly: PolicyRule { PolicyRule("rootOnly") }
    /// None of the given certificates has this pin.
    public static var unknownPin: PolicyRule { PolicyRule("unknownPin") }
    /// A mismatch is only reported.
    public static var reportOnly: PolicyRule { PolicyRule("reportOnly") }
}
