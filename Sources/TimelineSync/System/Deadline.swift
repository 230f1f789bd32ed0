/// A point in time on a monotonic clock.
struct Deadline {
    private let end: ContinuousClock.Instant

    /// Creates a deadline the given time from now.
    init(milliseconds: UInt64) {
        end = .now.advanced(by: .milliseconds(Int64(clamping: milliseconds)))
    }

    /// Creates the deadline for sending bytes to a peer that accepts them at
    /// ``SessionLimits/minimumRate``, within ``SessionLimits/idleTime``, after `patience`
    /// milliseconds.
    init(sending byteCount: Int, patience: UInt64) {
        let time = UInt64(byteCount) * 1000 / UInt64(SessionLimits.minimumRate)
        self.init(milliseconds: min(patience, .max / 2) + min(time, SessionLimits.idleTime))
    }

    /// The remaining time in milliseconds, rounded up, or 0 if it has passed.
    var remaining: UInt64 {
        let (seconds, attoseconds) = ContinuousClock.Instant.now.duration(to: end).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds) * 1000 + UInt64(attoseconds + 999_999_999_999_999)
            / 1_000_000_000_000_000
    }
}
