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
