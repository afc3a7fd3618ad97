internal import CCountersign

/// The system's clocks. Only the façade and the tool read them: the core takes dates as arguments.
package enum Clock {
    /// Nanoseconds on a clock that never goes back; for deadlines and durations.
    package static var monotonicNanoseconds: Int64 { ccountersign_monotonic_nanoseconds() }

    /// Seconds since 1970-01-01 UTC as the system believes them to be; 64 bits on every board.
    package static var wallSeconds: Int64 { ccountersign_wall_clock_seconds() }
}
