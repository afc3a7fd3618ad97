internal import CCountersign

/// Which of two descriptors are ready, or are waited for. No OptionSet: that would bring arrays into the core.
package struct Readiness: Equatable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let nothing = Readiness(rawValue: 0)
    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)

    package var isReadable: Bool { rawValue & 1 != 0 }
    package var isWritable: Bool { rawValue & 2 != 0 }
    package var isSecondReadable: Bool { rawValue & 4 != 0 }
    package var isSecondWritable: Bool { rawValue & 8 != 0 }

    package func union(_ other: Readiness) -> Readiness {
        Readiness(rawValue: rawValue | other.rawValue)
    }

    /// Waits until a descriptor, or one of two, is ready for what is asked for, at most until `deadline`
    /// (a reading of the monotonic clock, in nanoseconds; `Int64.max` is none). Throws `.timedOut`.
    package static func wait(
        for interest: Readiness, on descriptor: Int32, or second: Int32 = -1,
        for secondInterest: Readiness = .nothing, until deadline: Int64
    ) throws(ShimError) -> Readiness {
        var ready: Int32 = 0
        var native: Int32 = 0
        let code = unsafe ccountersign_wait(
            descriptor, interest.rawValue, second, secondInterest.rawValue, deadline, &ready, &native)
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code, native: native) }
        return Readiness(rawValue: ready)
    }
}
