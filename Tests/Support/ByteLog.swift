import Foundation

/// Bytes that one thread writes and others wait for: the output of a process, the traffic of a relay.
public final class ByteLog: @unchecked Sendable {
    private let condition = NSCondition()
    private var storage: [UInt8] = []
    private var isFinished = false

    public init() {}

    /// All bytes so far.
    public var bytes: [UInt8] { condition.withLock { storage } }

    /// All bytes so far, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public var count: Int { condition.withLock { storage.count } }

    public func append(_ bytes: some Collection<UInt8>) {
        condition.withLock {
            storage.append(contentsOf: bytes)
            condition.broadcast()
        }
    }

    /// No more bytes will come. Ends every wait.
    public func finish() {
        condition.withLock {
            isFinished = true
            condition.broadcast()
        }
    }

    /// Waits until `find` finds something in the bytes so far, which it gets as text after every change.
    public func wait<Found>(
        for what: String, within limit: Duration = .seconds(10), _ find: (String) throws -> Found?
    ) throws -> Found {
        let end = Date(timeIntervalSinceNow: limit.inSeconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            let text = String(decoding: storage, as: UTF8.self)
            if let found = try find(text) { return found }
            if isFinished {
                throw TestSupportError("it ended without \(what). It said:\n\(text)")
            }
            if !condition.wait(until: end) {
                throw TestSupportError("no \(what) within \(limit). It said:\n\(text)")
            }
        }
    }

    /// Waits until the text so far contains `part`.
    public func wait(forText part: String, within limit: Duration = .seconds(10)) throws {
        _ = try wait(for: "“\(part)”", within: limit) { $0.contains(part) ? true : nil }
    }

    /// Waits until there are at least `count` bytes.
    public func wait(forCount count: Int, within limit: Duration = .seconds(10)) throws {
        _ = try wait(for: "\(count) bytes", within: limit) { _ in storage.count >= count ? true : nil }
    }
}

extension Duration {
    /// As a floating-point number, for the clocks that take one.
    public var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// Rounded up to poll(2)'s milliseconds, never negative.
    var inPollMilliseconds: Int32 {
        Int32(clamping: Int((inSeconds * 1000).rounded(.up)).clamped(to: 0...Int(Int32.max)))
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
