import Countersign

/// Standard output or standard error, written through without loss.
struct Stream {
    static let output = Stream(1)
    static let error = Stream(2)

    private let number: Int32

    private init(_ number: Int32) {
        self.number = number
    }

    var isTerminal: Bool { Descriptor(borrowing: number).isTerminal }

    /// Writes all of it; false when the reader is gone, and there is nobody to tell.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        let descriptor = Descriptor(borrowing: number)
        var written = 0
        while written < bytes.count {
            switch descriptor.write(bytes.span.extracting(droppingFirst: written)) {
            case .moved(let count): written += count
            case .wouldBlock:
                do throws(ShimError) {
                    _ = try Readiness.wait(for: .writable, on: number, until: .max)
                } catch {
                    return false
                }
            case .ended, .failed: return false
            }
        }
        return true
    }

    func write(_ text: String) {
        write(Array(text.utf8))
    }

    func line(_ text: String) {
        write(Array((text + "\n").utf8))
    }
}
