/// Writes one JSON value (RFC 8259), indented by two spaces, keys in the order given.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var depth = 0
    private var isFirst = true

    /// On one line, for files that have a value in each line.
    private let isCompact: Bool

    package init(isCompact: Bool = false) {
        self.isCompact = isCompact
    }

    package mutating func object(_ key: String? = nil, _ contents: (inout JSONWriter) -> Void) {
        container(key, "{", "}", contents)
    }

    package mutating func array(_ key: String? = nil, _ contents: (inout JSONWriter) -> Void) {
        container(key, "[", "]", contents)
    }

    package mutating func string(_ key: String? = nil, _ value: String) {
        begin(key)
        quote(value)
    }

    /// A string, or null.
    package mutating func string(_ key: String, orNull value: String?) {
        if let value { string(key, value) } else { null(key) }
    }

    package mutating func integer(_ key: String? = nil, _ value: Int64) {
        begin(key)
        bytes += Array(String(value).utf8)
    }

    package mutating func bool(_ key: String? = nil, _ value: Bool) {
        begin(key)
        bytes += Array((value ? "true" : "false").utf8)
    }

    package mutating func null(_ key: String? = nil) {
        begin(key)
        bytes += Array("null".utf8)
    }

    private mutating func container(
        _ key: String?, _ opening: String, _ closing: String, _ contents: (inout JSONWriter) -> Void
    ) {
        begin(key)
        bytes += Array(opening.utf8)
        depth += 1
        isFirst = true
        contents(&self)
        depth -= 1
        if !isFirst { newLine() }
        isFirst = false
        bytes += Array(closing.utf8)
    }

    private mutating func begin(_ key: String?) {
        if depth > 0 {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            newLine()
        }
        isFirst = false
        if let key {
            quote(key)
            bytes += Array(": ".utf8)
        }
    }

    private mutating func newLine() {
        guard !isCompact else { return }
        bytes.append(0x0A)
        bytes += [UInt8](repeating: 0x20, count: depth * 2)
    }

    private mutating func quote(_ text: String) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x00..<0x20:
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
