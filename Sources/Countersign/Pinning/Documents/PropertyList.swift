/// Apple's property lists in XML, as the values that JSON has too: dates and data are their text.
enum PropertyList {
    static func read(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
        try value(of: try XMLReader.read(bytes))
    }

    /// The value of a `plist` element, or of one that stands alone.
    static func value(of root: XMLElement) throws(DocumentError) -> DocumentNode {
        guard root.isCalled("plist") else { return try node(root) }
        guard root.children.count == 1 else {
            throw DocumentError(.malformed, "a property list has one value", at: root.offset)
        }
        return try node(root.children[0])
    }

    private static func node(_ element: XMLElement) throws(DocumentError) -> DocumentNode {
        let text = UTF8Text.trimmed(element.text)
        func content() throws(DocumentError) -> DocumentNode.Content {
            if element.isCalled("dict") { return .object(try members(element)) }
            if element.isCalled("array") {
                var nodes: [DocumentNode] = []
                for child in element.children { nodes.append(try node(child)) }
                return .array(nodes)
            }
            guard element.children.isEmpty else {
                throw DocumentError(.malformed, "elements in " + element.title, at: element.offset)
            }
            if element.isCalled("string") { return .string(element.text) }
            if element.isCalled("true") { return .bool(true) }
            if element.isCalled("false") { return .bool(false) }
            if element.isCalled("integer") || element.isCalled("real") { return .number(text) }
            if element.isCalled("date") { return .string(text) }
            // Lines of base64 are broken anywhere.
            if element.isCalled("data") { return .string(text.filter { $0 > 0x20 }) }
            throw DocumentError(.malformed, element.title + " is no value of a property list", at: element.offset)
        }
        if element.isCalled("dict") || element.isCalled("array"), !text.isEmpty {
            throw DocumentError(.malformed, "text in " + element.title, at: element.offset)
        }
        return DocumentNode(content: try content(), offset: element.offset)
    }

    private static func members(_ element: XMLElement) throws(DocumentError) -> [DocumentMember] {
        var members: [DocumentMember] = []
        var children = element.children[...]
        while let key = children.popFirst() {
            guard key.isCalled("key"), key.children.isEmpty, let value = children.popFirst() else {
                throw DocumentError(.malformed, "a key with a value is wanted here", at: key.offset)
            }
            members.append(DocumentMember(key: key.text, offset: key.offset, value: try node(value)))
        }
        if let twice = DocumentMember.duplicate(among: members) {
            throw DocumentError(.duplicateKey, "the key '" + twice.name + "' stands there twice", at: twice.offset)
        }
        return members
    }
}
