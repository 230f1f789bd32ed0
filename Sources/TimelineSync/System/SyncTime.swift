#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A reading of both of a device's clocks.
///
/// The session never reads a clock, so a test can determine the time.
package struct SyncTime: Hashable, Sendable {
    /// The date in milliseconds since 1970.
    ///
    /// It determines which stamps are in the future. It jumps if the user sets the clock.
    package let milliseconds: UInt64
    /// The milliseconds since an arbitrary point in time, on a monotonic clock.
    ///
    /// It measures the silence of a peer.
    package let uptime: UInt64

    /// Creates a reading.
    package init(milliseconds: UInt64, uptime: UInt64) {
        self.milliseconds = milliseconds
        self.uptime = uptime
    }
}

/// Days since 1970 (UTC), for the limit on replies by strangers.
enum SyncDay {
    /// The length of a day in milliseconds.
    private static let length: UInt64 = 86_400_000

    /// Returns the day that contains a time in milliseconds since 1970.
    static func containing(_ milliseconds: UInt64) -> UInt64 {
        milliseconds / length
    }
}

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

/// The processor time of threads.
enum ProcessorTime {
    /// Returns the processor time that the current thread has used, in nanoseconds.
    static func ofThread() -> UInt64 {
        var time = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
