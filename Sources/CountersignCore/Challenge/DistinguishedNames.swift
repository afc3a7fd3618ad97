/// Names of certificate authorities, each a DER `Name` (RFC 5280 §4.1.2.4), as a server sent them: all of them, however
/// many there are.
///
/// Counterpart: the elements of NSURLProtectionSpace.distinguishedNames.
public struct DistinguishedNames: ~Escapable {
    /// Each behind its length in two bytes (RFC 5246 §7.4.4, RFC 8446 §4.2.4).
    private let list: Span<UInt8>

    @_lifetime(copy list)
    init(list: Span<UInt8>) {
        self.list = list
    }

    /// Linear.
    public var count: Int {
        var count = 0
        var position = 0
        while let name = name(at: &position), name.count > 0 { count += 1 }
        return count
    }

    public var isEmpty: Bool { list.isEmpty }

    /// One name's DER; empty when `index` is out of range. Linear: walk with `contains(_:)` where that will do.
    public subscript(_ index: Int) -> Span<UInt8> {
        @_lifetime(copy self)
        get {
            var left = index
            var position = 0
            while left >= 0, let name = name(at: &position) {
                if left == 0 { return list.extracting(name) }
                left -= 1
            }
            return Span()
        }
    }

    /// Whether `name` is among them, compared as RFC 5280 §7.1 has it. What isn't a well-formed name is like nothing.
    public func contains(_ name: borrowing DistinguishedName) -> Bool {
        var position = 0
        while let range = self.name(at: &position) {
            do throws(DERError) {
                if try DistinguishedName(list.extracting(range)).matches(name) { return true }
            } catch {
                continue
            }
        }
        return false
    }

    private func name(at position: inout Int) -> ByteRange? {
        guard position + 2 <= list.count else { return nil }
        let length = Int(list[position]) << 8 | Int(list[position + 1])
        let start = position + 2
        guard start + length <= list.count else { return nil }
        position = start + length
        return ByteRange(start: start, count: length)
    }
}
