/// Why a text is no document of its kind.
struct DocumentError: Error {
    let rule: PolicyRule
    let detail: String
    let offset: Int

    init(_ rule: PolicyRule, _ detail: String, at offset: Int) {
        self.rule = rule
        self.detail = detail
        self.offset = offset
    }

    /// No file that says what policies say is larger, in bytes.
    static let sizeLimit = 4 << 20

    /// What every reader wants of a text before it looks at it: a bounded size, UTF-8, no byte order mark.
    static func checkText(_ bytes: [UInt8]) throws(DocumentError) {
        guard bytes.count <= sizeLimit else {
            throw DocumentError(.tooLarge, "more than " + String(sizeLimit >> 20) + " MiB", at: 0)
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw DocumentError(.malformed, "not UTF-8", at: 0)
        }
    }
}
