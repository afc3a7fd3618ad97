/// An element of an XML text, with its place in the file.
struct XMLElement: Sendable {
    struct Attribute: Sendable {
        let name: [UInt8]
        let value: [UInt8]
        let offset: Int
    }

    let name: [UInt8]
    let offset: Int
    var attributes: [Attribute] = []
    var children: [XMLElement] = []
    /// All character data directly in it.
    var text: [UInt8] = []

    func isCalled(_ name: StaticString) -> Bool { self.name.span.isEqual(to: name) }

    func attribute(_ name: StaticString) -> Attribute? {
        attributes.first { $0.name.span.isEqual(to: name) }
    }

    /// For messages.
    var title: String { "<" + String(decoding: name, as: UTF8.self) + ">" }
}
