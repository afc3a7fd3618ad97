/// A value of a JSON text or a property list, with its place in the file.
struct DocumentNode: Sendable {
    enum Content: Sendable {
        case object([DocumentMember])
        case array([DocumentNode])
        /// UTF-8.
        case string([UInt8])
        /// As it is written.
        case number([UInt8])
        case bool(Bool)
        case null
    }

    let content: Content
    let offset: Int

    /// What it is called in messages.
    var kind: String {
        switch content {
        case .object: "an object"
        case .array: "a list"
        case .string: "a text"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    var members: [DocumentMember]? {
        if case .object(let members) = content { members } else { nil }
    }

    /// Of an object, the value of a key.
    func value(_ key: StaticString) -> DocumentNode? {
        members?.first { $0.isCalled(key) }?.value
    }
}

/// A key of an object with its value.
struct DocumentMember: Sendable {
    let key: [UInt8]
    /// Of the key.
    let offset: Int
    let value: DocumentNode

    func isCalled(_ name: StaticString) -> Bool { key.span.isEqual(to: name) }

    var name: String { String(decoding: key, as: UTF8.self) }

    /// A key that stands there twice, the second time. Linear in the keys, apart from sorting them.
    static func duplicate(among members: [DocumentMember]) -> DocumentMember? {
        let sorted = members.sorted { left, right in
            left.key == right.key ? left.offset < right.offset : left.key.lexicographicallyPrecedes(right.key)
        }
        var first: DocumentMember?
        for (one, next) in zip(sorted, sorted.dropFirst()) where one.key == next.key {
            if next.offset < first?.offset ?? .max { first = next }
        }
        return first
    }
}
