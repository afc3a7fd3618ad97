/// Where the elements of an object's buffer are, for objects that never change them: the compiler can't lend a class's
/// stored property for longer than one access.
///
/// Whoever makes one promises that the elements stay where they are as long as the owner named in `span(of:)` lives:
/// an array in a `let` property of it, or a mapping that it holds.
@safe
package struct LentBuffer<Element>: @unchecked Sendable {
    private let start: UnsafePointer<Element>?
    private let count: Int

    package init(_ elements: Span<Element>) {
        let buffer = unsafe elements.withUnsafeBufferPointer { buffer in unsafe buffer }
        unsafe start = buffer.baseAddress
        count = buffer.count
    }

    /// The elements, as long as their owner is borrowed.
    @_lifetime(borrow owner)
    package func span<Owner: AnyObject>(of owner: borrowing Owner) -> Span<Element> {
        guard let start = unsafe self.start, count > 0 else { return Span() }
        return unsafe _overrideLifetime(Span(_unsafeStart: start, count: count), borrowing: owner)
    }
}
