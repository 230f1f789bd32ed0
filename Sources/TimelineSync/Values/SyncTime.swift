/// One reading of both clocks of a device.
///
/// The session never reads a clock, so a test can determine the time.
public struct SyncTime: Hashable, Sendable {
    /// The date in milliseconds since 1970.
    ///
    /// It decides which stamps lie in the future. It can jump if the user sets the clock.
    public let milliseconds: UInt64
    /// The milliseconds since any fixed moment, on a clock that never jumps.
    ///
    /// It measures the silence of a peer.
    public let uptime: UInt64

    /// Creates a reading.
    public init(milliseconds: UInt64, uptime: UInt64) {
        self.milliseconds = milliseconds
        self.uptime = uptime
    }
}
