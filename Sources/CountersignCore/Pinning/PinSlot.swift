/// A place in an index's table: a name, and which entries its patterns have. An empty place has no name.
package struct PinSlot: Sendable {
    /// Where the name lies in the index's text: lower case, of an address the octets.
    package var name = ByteRange(start: 0, count: 0)
    package var hash: UInt32 = 0
    /// The name is an address's octets, which are no text.
    package var isAddress = false
    /// The entry for the name itself, -1 where there is none.
    package var exact: Int32 = -1
    /// For `*.name`: exactly one label more.
    package var oneLabel: Int32 = -1
    /// For `**.name`: any number of labels more, none included.
    package var anyDepth: Int32 = -1

    package init() {}

    package var isEmpty: Bool { name.count == 0 }
}
