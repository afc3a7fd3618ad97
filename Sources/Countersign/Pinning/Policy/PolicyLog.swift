/// Collects findings while a file is read.
struct PolicyLog {
    /// A file with more mistakes than this is told of no more of them.
    static let limit = 500

    private let file: [UInt8]
    private(set) var findings: [PolicyFinding] = []
    private(set) var hasErrors = false
    /// Where patterns stand, for what is found later.
    private var places: [(subject: [UInt8], offset: Int)] = []

    init(_ file: [UInt8]) {
        self.file = file
    }

    /// `offset` is nil for what stands nowhere.
    mutating func add(
        _ severity: PolicyFinding.Severity, _ rule: PolicyRule, _ subject: String, _ detail: String, _ offset: Int?
    ) {
        hasErrors = hasErrors || severity == .error
        guard findings.count < PolicyLog.limit else { return }
        if findings.count == PolicyLog.limit - 1 {
            findings.append(
                PolicyFinding(.error, .tooLarge, "", "there are more findings than can be told; mend these first"))
            hasErrors = true
            return
        }
        let place = offset ?? places.first { $0.subject.elementsEqual(subject.utf8) }?.offset
        findings.append(
            PolicyFinding(
                severity, rule, subject, detail, at: place.map { SourcePosition(of: $0, in: file) }))
    }

    mutating func add(_ mistake: PinningError) {
        add(.error, PolicyRule(mistake.code), mistake.subject, mistake.detail, nil)
    }

    mutating func note(_ subject: String, at offset: Int) {
        places.append((Array(subject.utf8), offset))
    }

    // MARK: values

    mutating func wants(_ what: String, _ member: DocumentMember) {
        add(.error, .invalidValue, member.name, what + " is wanted, not " + member.value.kind, member.value.offset)
    }

    mutating func unknownKey(_ member: DocumentMember, in what: String) {
        add(.error, .unknownKey, member.name, "no key of " + what, member.offset)
    }

    mutating func bool(_ member: DocumentMember) -> Bool? {
        if case .bool(let value) = member.value.content { return value }
        wants("true or false", member)
        return nil
    }

    mutating func text(_ member: DocumentMember) -> String? {
        if case .string(let value) = member.value.content { return String(decoding: value, as: UTF8.self) }
        wants("a text", member)
        return nil
    }

    mutating func members(_ member: DocumentMember) -> [DocumentMember] {
        if case .object(let members) = member.value.content { return members }
        wants("an object", member)
        return []
    }

    mutating func elements(_ member: DocumentMember) -> [DocumentNode] {
        if case .array(let elements) = member.value.content { return elements }
        wants("a list", member)
        return []
    }

    /// A list of texts with their places.
    mutating func texts(_ member: DocumentMember) -> [(text: String, offset: Int)] {
        var texts: [(text: String, offset: Int)] = []
        for element in elements(member) {
            if case .string(let value) = element.content {
                texts.append((String(decoding: value, as: UTF8.self), element.offset))
            } else {
                add(.error, .invalidValue, member.name, "texts are wanted, not " + element.kind, element.offset)
            }
        }
        return texts
    }

    /// A date or a moment (RFC 3339).
    mutating func date(_ member: DocumentMember) -> UnixTime? {
        guard let text = text(member) else { return nil }
        if let date = UnixTime(text) { return date }
        add(.error, .invalidValue, text, "no date; write 2027-06-30 or 2027-06-30T12:00:00Z", member.value.offset)
        return nil
    }

    /// A pin in any form; nil and a finding for what is none.
    mutating func pin(_ text: String, _ kind: Pin.Kind = .publicKey, at offset: Int, allowingLegacySHA1: Bool = false)
        -> Pin?
    {
        do throws(PinningError) {
            return try Pin(text, kind: kind, allowingLegacySHA1: allowingLegacySHA1)
        } catch {
            add(.error, PolicyRule(error.code), error.subject, error.detail, offset)
            return nil
        }
    }

    /// Whether something is a pattern of hosts; a finding if it isn't.
    mutating func isPattern(_ text: String, at offset: Int) -> Bool {
        do throws(PinningError) {
            _ = try HostPattern(text)
            note(text, at: offset)
            return true
        } catch {
            add(.error, PolicyRule(error.code), error.subject, error.detail, offset)
            return false
        }
    }
}
