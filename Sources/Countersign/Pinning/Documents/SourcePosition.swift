/// Where something stands in a text file, as editors count.
public struct SourcePosition: Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int

    /// Of an offset into UTF-8. Linear in the offset.
    init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes[..<min(max(0, offset), bytes.count)] {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }

    public var description: String { "line " + String(line) + ", column " + String(column) }
}
